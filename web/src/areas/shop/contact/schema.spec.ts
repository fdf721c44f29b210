import { expect, it } from "vitest";
import { verdicts } from "@/shared/form/testing/verdicts";
import { untranslated } from "@/shared/testing/untranslated";
import { contactSchema, noMessage } from "./schema";

const message = {
  ...noMessage,
  firstName: "Ann",
  lastName: "Roy",
  email: "ann@home.example",
  message: "Hello",
};

it.each([
  [
    noMessage,
    {
      firstName: "First Name field is required.",
      lastName: "Last Name field is required.",
      email: "Email field is required.",
      message: "Message field is required.",
    },
  ],
  [{ ...message, email: "ann@" }, { email: "Email is not in correct format." }],
  [{ ...message, phone: "call me" }, { phone: "Invalid phone number." }],
  [{ ...message, message: "x".repeat(5001) }, { message: "Message has a maximum limit of 5000 characters." }],
])("contactSchema: reports the invalid fields (%#)", (values, said) => {
  const { reCaptchaToken: _check, ...verdict } = verdicts(contactSchema(), values);
  expect(verdict).toEqual(said);
});

it("contactSchema: has all messages in French", () => {
  expect(untranslated(contactSchema, noMessage)).toEqual([]);
});
