// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { adminPaths } from "@/adminPaths";
import { errorFromAnswer } from "@/api/error";
import { earnToken } from "@/features/captcha/earnToken";
import { paths } from "@/paths";
import type { Profile } from "@/session/current";
import { signIn, signInByEmailCode } from "@/session/session";
import { verdicts } from "@/shared/form/testing/verdicts";
import { fill } from "@/shared/testing/fields";
import { untranslated } from "@/shared/testing/untranslated";
import { renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import { signInSchema } from "./schema";

vi.mock("@/session/session", () => ({
  signIn: vi.fn<typeof signIn>(),
  signInByEmailCode: vi.fn<typeof signInByEmailCode>(),
}));
vi.mock("@/features/captcha/earnToken", () => ({ earnToken: vi.fn<typeof earnToken>() }));

it.each([
  [
    { email: "", password: "" },
    { email: "Email field is required.", password: "Password field is required." },
  ],
  [{ email: "ann", password: "x" }, { email: "Email is not in correct format." }],
])("signInSchema: reports for %j: %j", (values, said) => {
  expect(verdicts(signInSchema(), values)).toEqual(said);
});

it("signInSchema: has all messages in French", () => {
  expect(untranslated(signInSchema, { email: "", password: "" })).toEqual([]);
});

it.each([paths.signIn(), adminPaths.signIn()])(
  "%s fills in the email address of the link, and signs in with it",
  async (path) => {
    vi.mocked(signIn)
      .mockReset()
      .mockResolvedValue({ roles: ["CONSUMER"], tenantType: null } as unknown as Profile);
    const { place } = renderApp(`${path}?area=admin&email=ann%40shop.ca`);
    expect(await screen.findByLabelText("Email")).toHaveProperty("value", "ann@shop.ca");
    fill("Password", " open sesame ");
    await press("Sign In");
    expect(vi.mocked(signIn).mock.calls[0]?.[0]).toEqual({ email: "ann@shop.ca", password: " open sesame " });
    await waitFor(() => expect(place()).toBe("/"));
  },
);

it("SignInForm: shows a captcha when the server demands one, and then submits by itself", async () => {
  const refusal = errorFromAnswer(400, { errorCode: "CAPTCHA_REQUIRED", errorMessage: "Many people." });
  const wrong = errorFromAnswer(400, { errorCode: "WRONG_CREDENTIALS", errorMessage: "Not right." });
  const profile = { roles: ["CONSUMER"], tenantType: null } as unknown as Profile;
  vi.mocked(earnToken)
    .mockResolvedValueOnce({ token: "t1", livesMs: 600_000 })
    .mockResolvedValueOnce({ token: "t2", livesMs: 600_000 });
  vi.mocked(signIn)
    .mockReset()
    .mockRejectedValueOnce(refusal)
    .mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      throw wrong;
    })
    .mockResolvedValueOnce(profile);
  const { place } = renderApp(`${paths.signIn()}?email=ann%40shop.ca`);
  await screen.findByLabelText("Email");
  fill("Password", "open sesame");
  await press("Sign In");
  expect(await screen.findByText(/Many people are signing in right now/)).toBeDefined();
  expect(await screen.findByText("Not right.")).toBeDefined();
  const credentials = { email: "ann@shop.ca", password: "open sesame" };
  expect(vi.mocked(signIn).mock.calls[1]?.[0]).toEqual({ ...credentials, reCaptchaToken: "t1" });
  await screen.findByText("All set: we know you are human.");
  await press("Sign In");
  expect(vi.mocked(signIn).mock.calls[2]?.[0]).toEqual({ ...credentials, reCaptchaToken: "t2" });
  await waitFor(() => expect(place()).toBe("/"));
});

it("SignInForm: signs shoppers without a password in by an emailed code", async () => {
  vi.mocked(earnToken).mockResolvedValue({ token: "t1", livesMs: 600_000 });
  vi.mocked(signInByEmailCode).mockResolvedValue({
    roles: ["CONSUMER"],
    tenantType: null,
  } as unknown as Profile);
  server.on("POST /OAuth/email-code", () => ({ ticket: "ticket" }));
  const { place } = renderApp(`${paths.signIn()}?email=ann%40shop.ca`);
  await screen.findByLabelText("Email");
  await press("Sign in with an emailed code");
  expect(await screen.findByLabelText("Email")).toHaveProperty("value", "ann@shop.ca");
  await screen.findByText("All set: we know you are human.");
  await press("Email me a code");
  await screen.findByLabelText("Code from the email");
  fill("Code from the email", "123456");
  await press("Sign In");
  const sent = { email: "ann@shop.ca", ticket: "ticket", code: "123456" };
  expect(vi.mocked(signInByEmailCode).mock.calls[0]?.[0]).toMatchObject(sent);
  await waitFor(() => expect(place()).toBe("/"));
});

it("SignInForm: offers no emailed code to staff", async () => {
  renderApp(adminPaths.signIn());
  await screen.findByLabelText("Email");
  expect(screen.queryByRole("button", { name: "Sign in with an emailed code" })).toBeNull();
});
