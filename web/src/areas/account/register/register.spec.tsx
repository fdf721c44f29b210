// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { ZodMiniType } from "zod/mini";
import { paths } from "@/paths";
import { verdicts } from "@/shared/form/testing/verdicts";
import { fill, leave } from "@/shared/testing/fields";
import { untranslated } from "@/shared/testing/untranslated";
import { renderApp } from "@/testing/renderApp";
import { noCharity, noVendor } from "./blank";
import { noCustomer } from "./noCustomer";
import { customerSchema } from "./customerSchema";
import { charityRegistrationSchema, vendorRegistrationSchema } from "./tenantSchemas";

vi.mock("@/features/captcha/earnToken", () => ({
  earnToken: async () => ({ token: "t", livesMs: 600_000 }),
}));

const required = (label: string) => `${label} field is required.`;
const differ = "Password and Confirm Password didn’t match.";
const badLength = "The Password must be at least 6 and at max 100 characters long.";
const badEmail = "Email is not in correct format.";
const badPhone = "Invalid phone number.";

/** Returns the field errors of a form, without that of the captcha. */
function said(schema: ZodMiniType, values: unknown) {
  const { reCaptchaToken: _check, ...verdict } = verdicts(schema, values);
  return verdict;
}

describe("customerSchema", () => {
  const ann = {
    ...noCustomer,
    firstName: "Ann",
    lastName: "Lee",
    email: "ann@shop.ca",
    address: "1 Main Street",
    city: "Ottawa",
    province: "Ontario",
    postalCode: "K1P 1J1",
    password: "open sesame",
    confirmPassword: "open sesame",
    isAgreed: true,
  };

  it("requires all fields except for phone number and apartment", () => {
    expect(said(customerSchema(), ann)).toEqual({});
    expect(said(customerSchema(), noCustomer)).toEqual({
      firstName: required("First Name"),
      lastName: required("Last Name"),
      email: required("Email"),
      address: required("Address"),
      city: required("City"),
      province: required("Province"),
      postalCode: required("Postal Code"),
      password: required("Password"),
      confirmPassword: required("Confirm Password"),
      isAgreed: "Agree field is required.",
    });
  });

  it.each([
    ["email", "ann@", badEmail],
    ["phoneNumber", "call me", badPhone],
    ["password", "12345", badLength],
    ["password", "x".repeat(101), badLength],
    ["confirmPassword", "something", differ],
    ["firstName", "x".repeat(101), "First Name has a maximum limit of 100 characters."],
    ["postalCode", "x".repeat(21), "Postal Code has a maximum limit of 20 characters."],
  ])("%s: %j gives: %s", (field, value, message) => {
    expect(said(customerSchema(), { ...ann, [field]: value })[field]).toBe(message);
  });

  it("compares the passwords again when the first one changes", async () => {
    renderApp(paths.register());
    await screen.findByLabelText("Password");
    fill("Password", "open sesame");
    fill("Confirm Password", "open sesame!");
    await leave("Confirm Password");
    expect(await screen.findByText(differ)).toBeDefined();
    fill("Password", "open sesame!");
    await waitFor(() => expect(screen.queryByText(differ)).toBeNull());
  });

  it("has all messages in French", () => {
    const wrong = {
      email: "x",
      phoneNumber: "x",
      password: "x",
      confirmPassword: "y",
      firstName: "x".repeat(200),
    };
    expect(untranslated(customerSchema, noCustomer)).toEqual([]);
    expect(untranslated(customerSchema, { ...noCustomer, ...wrong })).toEqual([]);
  });
});

describe.each([
  ["shop", vendorRegistrationSchema, noVendor, "categoryId", "Category"],
  ["cause", charityRegistrationSchema, noCharity, "organizationType", "Organization Type"],
])("the %s's registration schema", (_kind, makeSchema, nothing, sort, sortLabel) => {
  it("requires all fields", () => {
    expect(said(makeSchema(), nothing)).toEqual({
      "businessInfo.legalName": required("Legal Name"),
      "businessInfo.businessNumber": required("Business Number"),
      [`businessInfo.${sort}`]: required(sortLabel),
      "businessInfo.address.addressLine1": required("Address Line 1"),
      "businessInfo.address.city": required("City"),
      "businessInfo.address.province": required("Province"),
      "businessInfo.address.postalCode": required("Postal Code"),
      "primaryContact.firstName": required("First Name"),
      "primaryContact.lastName": required("Last Name"),
      "primaryContact.email": required("Email"),
      "primaryContact.workPhoneNumber": required("Work Phone"),
      "primaryContact.phoneNumber": required("Mobile Phone"),
      isAgreed: "Agree field is required.",
    });
    expect(untranslated(makeSchema, nothing)).toEqual([]);
  });

  it("reports invalid values", () => {
    const businessInfo = { ...nothing.businessInfo, businessNumber: "1".repeat(51) };
    const primaryContact = {
      ...nothing.primaryContact,
      email: "ann@",
      workPhoneNumber: "x",
      phoneNumber: "x",
    };
    expect(said(makeSchema(), { ...nothing, businessInfo, primaryContact })).toMatchObject({
      "businessInfo.businessNumber": "Business Number has a maximum limit of 50 characters.",
      "primaryContact.email": badEmail,
      "primaryContact.workPhoneNumber": badPhone,
      "primaryContact.phoneNumber": badPhone,
    });
  });
});
