// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { earnToken, type EarnedToken } from "@/features/captcha/earnToken";
import { untranslated } from "@/shared/testing/untranslated";
import { answerWith, verdictOn, fill, fillAll, json, leave, visit, type Rule } from "@/shared/testing/visit";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { RegisterCharityFormPage } from "./RegisterCharityFormPage";
import { RegisterFormPage } from "./RegisterFormPage";
import { RegisterVendorFormPage } from "./RegisterVendorFormPage";
import { noCharity, noCustomer, noVendor } from "./blank";
import { customerSchema } from "./customerSchema";
import { charityRegistrationSchema, vendorRegistrationSchema } from "./tenantSchemas";
import { press } from "@/ui/testing/press";

vi.mock("@/features/captcha/earnToken", () => ({ earnToken: vi.fn<typeof earnToken>() }));

beforeAll(installModalStandIns);
beforeEach(() => {
  vi.mocked(earnToken).mockReset();
  vi.mocked(earnToken).mockResolvedValue({ token: "token", livesMs: 600_000 });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const required = (label: string): Rule => [label, "", `${label} field is required.`];
const badEmail: Rule = ["Email", "ann@", "Email is not in correct format."];
const badPhone = (label: string): Rule => [label, "call me", "Invalid phone number."];
const badLength = "The Password must be at least 6 and at max 100 characters long.";
const differ = "Password and Confirm Password didn’t match.";

function tick(): void {
  fireEvent.click(screen.getByRole("checkbox"));
}

const isHeld = () =>
  screen.getByRole("button", { name: "Register" }).getAttribute("aria-disabled") === "true";

describe("a customer's registration", () => {
  const rules: Rule[] = [
    ...["First Name", "Last Name", "Email", "Address", "City", "Province", "Postal Code", "Password"].map(
      required,
    ),
    required("Confirm Password"),
    badEmail,
    badPhone("Phone Number (optional)"),
    ["Password", "12345", badLength],
    ["Password", "x".repeat(101), badLength],
    ["Confirm Password", "something", differ],
    ["First Name", "x".repeat(101), "First Name has a maximum limit of 100 characters."],
    ["Postal Code", "x".repeat(21), "Postal Code has a maximum limit of 20 characters."],
  ];

  it.each(rules)("%s: %j gives: %s", async (label, value, message) => {
    visit(RegisterFormPage, "/register");
    expect(await verdictOn(label, value)).toBe(message);
  });

  it("needs neither a phone number nor an apartment", async () => {
    visit(RegisterFormPage, "/register");
    await leave("Phone Number (optional)");
    await leave("Apt/Unit Number (optional)");
    expect(screen.getByLabelText("Phone Number (optional)").getAttribute("aria-invalid")).toBeNull();
    expect(screen.getByLabelText("Apt/Unit Number (optional)").getAttribute("aria-invalid")).toBeNull();
  });

  it("compares the passwords again when the first one changes", async () => {
    visit(RegisterFormPage, "/register");
    fill("Password", "open sesame");
    fill("Confirm Password", "open sesame!");
    await leave("Confirm Password");
    expect(await screen.findByText(differ)).toBeDefined();
    fill("Password", "open sesame!");
    await waitFor(() => expect(screen.queryByText(differ)).toBeNull());
  });

  it("wants the box ticked", async () => {
    visit(RegisterFormPage, "/register");
    tick();
    tick();
    await act(async () => fireEvent.blur(screen.getByRole("checkbox")));
    expect(await screen.findByText("Agree field is required.")).toBeDefined();
  });

  it("says all of it in French too", () => {
    expect(untranslated(customerSchema, noCustomer)).toEqual([]);
    const wrong = {
      email: "x",
      phoneNumber: "x",
      password: "x",
      confirmPassword: "y",
      firstName: "x".repeat(200),
    };
    expect(untranslated(customerSchema, { ...noCustomer, ...wrong })).toEqual([]);
  });

  const filled = {
    "First Name": " Ann ",
    "Last Name": "Lee",
    Email: "ann@shop.ca",
    Address: "1 Main Street",
    City: "Ottawa",
    Province: "Ontario",
    "Postal Code": "K1P 1J1",
    Password: "open sesame",
    "Confirm Password": "open sesame",
  };

  it("is held until the fields are right, the box is ticked and the captcha is done", async () => {
    const working = new AbortController();
    const earned: EarnedToken = { token: "token", livesMs: 600_000 };
    vi.mocked(earnToken).mockReturnValue(
      new Promise((resolve) => working.signal.addEventListener("abort", () => resolve(earned))),
    );
    visit(RegisterFormPage, "/register");
    expect(isHeld()).toBe(true);
    fillAll(filled);
    tick();
    await waitFor(() => expect(earnToken).toHaveBeenCalledTimes(1));
    expect(isHeld()).toBe(true);
    await act(async () => working.abort());
    await waitFor(() => expect(isHeld()).toBe(false));
    tick();
    await waitFor(() => expect(isHeld()).toBe(true));
  });

  it("sends what was filled in, with the pages to come back to, and goes on", async () => {
    const asked = answerWith(() => new Response(null, { status: 204 }));
    const router = visit(RegisterFormPage, "/register");
    fillAll(filled);
    tick();
    await waitFor(() => expect(isHeld()).toBe(false));
    await press("Register");
    await waitFor(() => expect(asked[0]?.address).toBe("/api/v1/Accounts"));
    expect(asked[0]?.body).toEqual({
      firstName: "Ann",
      lastName: "Lee",
      email: "ann@shop.ca",
      phoneNumber: "",
      address: "1 Main Street",
      aptUnitNumber: "",
      city: "Ottawa",
      province: "Ontario",
      postalCode: "K1P 1J1",
      password: "open sesame",
      confirmPassword: "open sesame",
      reCaptchaToken: "token",
      appName: "funray",
      successReturnUrl: `${location.origin}/register-confirmation`,
      failedReturnUrl: `${location.origin}/register-confirmation-failed`,
    });
    await waitFor(() => expect(router.state.location.pathname).toBe("/register-success"));
    await waitFor(() => expect(router.state.location.state).toEqual({ email: "ann@shop.ca" }));
  });

  it("shows what the server finds wrong under its field, and gets another captcha", async () => {
    answerWith(() => json(400, { errorCode: "VALIDATION", fields: { password: "Too easy." } }));
    const router = visit(RegisterFormPage, "/register");
    fillAll(filled);
    tick();
    await waitFor(() => expect(isHeld()).toBe(false));
    await press("Register");
    expect(await screen.findByText("Too easy.")).toBeDefined();
    await waitFor(() => expect(earnToken).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(router.state.location.pathname).toBe("/register"));
  });
});

const tenantFields = [
  "Legal Name",
  "Business Number",
  "Address Line 1",
  "City",
  "Province",
  "Postal Code",
  "First Name",
  "Last Name",
  "Email",
  "Work Phone",
  "Mobile Phone",
];
const tenantRules: Rule[] = [
  ...tenantFields.map(required),
  badEmail,
  badPhone("Work Phone"),
  badPhone("Mobile Phone"),
  ["Business Number", "1".repeat(51), "Business Number has a maximum limit of 50 characters."],
];

describe.each([
  ["vendor", RegisterVendorFormPage, required("Category"), "c1", "categoryId"] as const,
  ["charity", RegisterCharityFormPage, required("Organization Type"), "o1", "organizationType"] as const,
])("a %s's registration", (kind, Page, sortRule, choice, sortField) => {
  it.each([...tenantRules, sortRule])("%s: %j gives: %s", async (label, value, message) => {
    visit(Page, `/register/${kind}`);
    expect(await verdictOn(label, value)).toBe(message);
  });

  it("sends what was filled in and goes on", async () => {
    const asked = answerWith(() => new Response(null, { status: 204 }));
    const router = visit(Page, `/register/${kind}`);
    fillAll({
      ...Object.fromEntries(tenantFields.map((label) => [label, label])),
      Email: "ann@shop.ca",
      "Work Phone": "613 555 0100",
      "Mobile Phone": "613 555 0101",
      "Postal Code": "K1P 1J1",
      [sortRule[0]]: choice,
    });
    tick();
    await waitFor(() => expect(isHeld()).toBe(false));
    await press("Register");
    await waitFor(() => expect(asked[0]?.address).toBe(`/api/v1/Accounts/${kind}`));
    expect(asked[0]?.body).toEqual({
      businessInfo: {
        legalName: "Legal Name",
        businessNumber: "Business Number",
        [sortField]: choice,
        address: {
          addressLine1: "Address Line 1",
          addressLine2: "",
          city: "City",
          province: "Province",
          postalCode: "K1P 1J1",
        },
      },
      primaryContact: {
        firstName: "First Name",
        lastName: "Last Name",
        email: "ann@shop.ca",
        workPhoneNumber: "613 555 0100",
        phoneNumber: "613 555 0101",
        appName: "funray",
      },
      reCaptchaToken: "token",
    });
    await waitFor(() => expect(router.state.location.pathname).toBe(`/register/${kind}-success`));
  });
});

it("shops and causes hear all of it in French too", () => {
  expect(untranslated(vendorRegistrationSchema, noVendor)).toEqual([]);
  expect(untranslated(charityRegistrationSchema, noCharity)).toEqual([]);
});
