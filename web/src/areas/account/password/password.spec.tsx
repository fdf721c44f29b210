// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { addressedSchema } from "@/features/captcha/addressedSchema";
import { verdicts } from "@/shared/form/testing/verdicts";
import { fillAll } from "@/shared/testing/fields";
import { untranslated } from "@/shared/testing/untranslated";
import { renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import { newPasswordSchema } from "./schema";

const length = "The New Password must be at least 6 and at max 100 characters long.";
const password = { password: "open sesame", confirmPassword: "open sesame" };
const long = { password: "x".repeat(101), confirmPassword: "x".repeat(101) };

it.each([
  [password, {}],
  [
    { password: "", confirmPassword: "" },
    { password: "New Password field is required.", confirmPassword: "Confirm Password field is required." },
  ],
  [{ password: "12345", confirmPassword: "12345" }, { password: length }],
  [long, { password: length }],
  [
    { ...password, confirmPassword: "something" },
    { confirmPassword: "New Password and Confirm Password didn’t match." },
  ],
])("newPasswordSchema: reports the invalid fields (%#)", (values, said) => {
  expect(verdicts(newPasswordSchema(6), values)).toEqual(said);
});

it.each([
  ["", "Email field is required."],
  ["ann", "Email is not in correct format."],
])("addressedSchema: reports for %j: %s", (email, message) => {
  expect(verdicts(addressedSchema(), { email, reCaptchaToken: "t" })).toEqual({ email: message });
});

it("addressedSchema and newPasswordSchema: have all messages in French", () => {
  expect(untranslated(addressedSchema, { email: "", reCaptchaToken: "" })).toEqual([]);
  expect(untranslated(() => newPasswordSchema(8), { password: "", confirmPassword: "" })).toEqual([]);
  expect(untranslated(() => newPasswordSchema(8), { password: "x", confirmPassword: "y" })).toEqual([]);
});

/** Types a new password twice and submits it. */
async function choose(): Promise<void> {
  await screen.findByLabelText("New Password");
  fillAll({ "New Password": "open sesame", "Confirm Password": "open sesame" });
  await press("CONFIRM");
}

describe.each([
  ["/reset-password", "/reset-password-success", "/reset-password-failed"],
  [
    "/admin/setup-password",
    "/admin/signin?area=admin&redirect-url=%2Fadmin%2Fusers&email=ann%40shop.ca",
    "/admin/setup-password-failed",
  ],
])("the password page at %s", (path, successPlace, failedPlace) => {
  it("sends the code encoded twice, and opens the next page", async () => {
    server.on("POST /Accounts/passworded", () => undefined);
    const { place } = renderApp(`${path}?code=A%2FB%25C&email=ann%40shop.ca&purpose=Reset`);
    await choose();
    await waitFor(() => expect(place()).toBe(successPlace));
    const [asked] = server.asked("POST /Accounts/passworded");
    expect(asked?.query.toString()).toBe("code=A%252FB%2525C");
    expect(asked?.body).toEqual({
      email: "ann@shop.ca",
      password: "open sesame",
      setPasswordPurpose: "Reset",
    });
  });

  it.each(["", "?code=x", "?email=ann%40shop.ca"])(
    "sends no request for an incomplete link (%j)",
    async (query) => {
      const { place } = renderApp(path + query);
      await waitFor(() => expect(place()).toBe(failedPlace));
    },
  );
});

describe("SetupPasswordFormPage", () => {
  const mailed = "/admin/setup-password?code=abc&email=ann%40shop.ca&purpose=Invite";
  const offer = {
    email: "ann@shop.ca",
    inviter: "Mara Manager",
    organization: "Maple Leaf Books",
    role: "EMPLOYEE" as const,
    isOpen: true,
  };

  it("names the inviter, the role and the organization, and that choosing a password accepts the role", async () => {
    server.on("GET /Accounts/offers/-", () => offer);
    renderApp(mailed);
    await screen.findByText("Mara Manager offers you a role at Maple Leaf Books: Employee.");
    expect(screen.getByText("Choosing a password accepts this offer.")).toBeDefined();
  });

  it("ends on the sign-in page, which confirms that the password is set", async () => {
    server.on("GET /Accounts/offers/-", () => offer);
    server.on("POST /Accounts/passworded", () => undefined);
    const { place } = renderApp(mailed);
    await choose();
    await waitFor(() => expect(place()).toMatch(/^\/admin\/signin/));
    expect(await screen.findByText("Your password is set. Sign in with it to begin.")).toBeDefined();
  });

  it("signs in with the new password, and opens the workplace", async () => {
    server.on("GET /Accounts/offers/-", () => offer);
    server.on("POST /Accounts/passworded", () => undefined);
    server.on("POST /OAuth/login", () => ({
      accessToken: "a",
      refreshToken: "r",
      expiredAt: "2099-01-01T00:00:00Z",
    }));
    server.on("GET /OAuth/profile", () => ({
      userId: "per_1",
      email: "ann@shop.ca",
      firstName: "Ann",
      lastName: "Lee",
      displayName: "Ann Lee",
      avatarText: "AL",
      roles: "EMPLOYEE",
      tenantType: "VENDOR" as const,
      tenantIds: ["ten_1"],
      workplaces: [],
    }));
    const { place } = renderApp(mailed);
    await choose();
    await waitFor(() => expect(place()).toBe("/scan-counter"));
    expect(server.asked("POST /OAuth/login")[0]?.body).toEqual({
      email: "ann@shop.ca",
      password: "open sesame",
    });
  });

  it("lets the invited person decline", async () => {
    server.on("GET /Accounts/offers/-", () => offer);
    server.on("POST /Accounts/offers/-/declined", () => undefined);
    renderApp(mailed);
    await press("Decline");
    const dialog = within(await screen.findByRole("dialog"));
    await act(async () => fireEvent.click(dialog.getByRole("button", { name: "Decline" })));
    expect(await screen.findByRole("heading", { name: "You declined the offer" })).toBeDefined();
    expect(server.asked("POST /Accounts/offers/-/declined")).toHaveLength(1);
  });

  it("reads the offer only for links of invitations", async () => {
    renderApp(mailed.replace("Invite", "Reset"));
    await screen.findByLabelText("New Password");
    server.on("GET /Accounts/offers/-", () => offer);
    renderApp(mailed);
    await screen.findByText("Choosing a password accepts this offer.");
    expect(server.asked("GET /Accounts/offers/-")).toHaveLength(1);
  });

  it("redirects an expired invitation to the page that explains it", async () => {
    server.on("GET /Accounts/offers/-", () => ({ ...offer, isOpen: false }));
    const { place } = renderApp(mailed);
    await waitFor(() => expect(place()).toBe("/admin/setup-password-failed"));
  });
});
