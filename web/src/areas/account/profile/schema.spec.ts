import { afterEach, describe, expect, it } from "vitest";
import { renderIn } from "@/i18n";
import { verdicts } from "@/shared/form/testing/verdicts";
import { closeSchema, passwordChangeSchema, profileSchema } from "./schema";

const profile = {
  firstName: "Billie",
  lastName: "Roy",
  address: "",
  aptUnitNumber: "",
  city: "",
  province: "",
  postalCode: "",
  phoneNumber: "",
  language: "en",
};
const passwords = { currentPassword: "old one", password: "new one", confirmPassword: "new one" };
const differ = "New Password and Confirm Password didn’t match.";
const length = "The New Password must be at least 6 and at max 100 characters long.";

afterEach(() => renderIn("en"));

describe("the schemas of the account pages", () => {
  it.each<[string, () => Parameters<typeof verdicts>[0], object, Record<string, string>]>([
    ["profile", profileSchema, profile, {}],
    ["profile", profileSchema, { ...profile, phoneNumber: "(613) 555-0142" }, {}],
    [
      "profile",
      profileSchema,
      { ...profile, firstName: " " },
      { firstName: "First Name field is required." },
    ],
    ["profile", profileSchema, { ...profile, lastName: "" }, { lastName: "Last Name field is required." }],
    [
      "profile",
      profileSchema,
      { ...profile, phoneNumber: "call me" },
      { phoneNumber: "Invalid phone number." },
    ],
    ["password", () => passwordChangeSchema(6), passwords, {}],
    [
      "password",
      () => passwordChangeSchema(6),
      { ...passwords, currentPassword: "" },
      { currentPassword: "Current Password field is required." },
    ],
    [
      "password",
      () => passwordChangeSchema(6),
      { ...passwords, password: "short", confirmPassword: "short" },
      { password: length },
    ],
    [
      "password",
      () => passwordChangeSchema(6),
      { ...passwords, confirmPassword: "another" },
      { confirmPassword: differ },
    ],
    [
      "closing",
      () => closeSchema({ hasCards: false, hasPassword: true }),
      { password: "mine", acceptCardsByCode: false },
      {},
    ],
    [
      "closing",
      () => closeSchema({ hasCards: true, hasPassword: true }),
      { password: "mine", acceptCardsByCode: true },
      {},
    ],
    [
      "closing",
      () => closeSchema({ hasCards: true, hasPassword: true }),
      { password: "", acceptCardsByCode: false },
      {
        acceptCardsByCode: "Please confirm that you know how to use your cards from now on.",
        password: "Password field is required.",
      },
    ],
  ])("report for %s", (_name, schema, values, expected) => {
    expect(verdicts(schema(), values)).toEqual(expected);
    renderIn("fr");
    const french = verdicts(schema(), values);
    expect(Object.keys(french)).toEqual(Object.keys(expected));
    for (const [field, english] of Object.entries(expected)) expect(french[field]).not.toBe(english);
  });
});
