// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { standInServer } from "@/api/testing/server";
import { AdminSignInFormPage } from "@/areas/account/sign-in/AdminSignInFormPage";
import { earnToken } from "@/features/captcha/earnToken";
import { untranslated } from "@/shared/testing/untranslated";
import { answerWith, verdictOn, fill, json, leave, visit, type Rule } from "@/shared/testing/visit";
import { ForgotPasswordFormPage } from "./ForgotPasswordFormPage";
import { ResetPasswordFormPage } from "./ResetPasswordFormPage";
import { SetupPasswordFormPage } from "./SetupPasswordFormPage";
import { forgotSchema, newPasswordSchema } from "./schema";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
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

const server = standInServer();

const done = () => new Response(null, { status: 204 });

describe("asking for a new password", () => {
  it.each<Rule>([
    ["Email", "", "Email field is required."],
    ["Email", "ann", "Email is not in correct format."],
  ])("%s: %j gives: %s", async (label, value, message) => {
    visit(ForgotPasswordFormPage, "/forgot-password");
    expect(await verdictOn(label, value)).toBe(message);
  });

  it("sends the address with the pages to come back to, and tells to look for the mail", async () => {
    const asked = answerWith(done);
    const router = visit(ForgotPasswordFormPage, "/forgot-password");
    fill("Email", "ann@shop.ca");
    const button = screen.getByRole("button", { name: "RESET" });
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull());
    await press("RESET");
    expect(asked[0]?.body).toEqual({
      email: "ann@shop.ca",
      reCaptchaToken: "token",
      appName: "funray",
      successReturnUrl: `${location.origin}/reset-password`,
      failedReturnUrl: `${location.origin}/reset-password-failed`,
    });
    await waitFor(() => expect(router.state.location.pathname).toBe("/forgot-password-success"));
  });

  it("speaks French too", () =>
    expect(untranslated(forgotSchema, { email: "", reCaptchaToken: "" })).toEqual([]));
});

async function choose(): Promise<void> {
  fill("New Password", "open sesame");
  fill("Confirm Password", "open sesame");
  await leave("Confirm Password");
  await press("CONFIRM");
}

const whereabouts = ({ state }: ReturnType<typeof visit>) => state.location.pathname + state.location.search;

const pages = [
  ["/reset-password", ResetPasswordFormPage, "/reset-password-success", "/reset-password-failed"],
  [
    "/admin/setup-password",
    SetupPasswordFormPage,
    "/admin/signin?area=admin&redirect-url=%2Fadmin%2Fusers&email=ann%40shop.ca",
    "/admin/setup-password-failed",
  ],
] as const;

describe.each(pages)("%s", (path, Page, successPlace, failedPlace) => {
  const mailed = `${path}?code=A%2FB%25C&email=ann%40shop.ca&purpose=Reset`;
  const length = "The New Password must be at least 6 and at max 100 characters long.";
  const differ = "New Password and Confirm Password didn’t match.";

  it.each<Rule>([
    ["New Password", "", "New Password field is required."],
    ["New Password", "12345", length],
    ["New Password", "x".repeat(101), length],
    ["Confirm Password", "", "Confirm Password field is required."],
    ["Confirm Password", "something", differ],
  ])("%s: %j gives: %s", async (label, value, message) => {
    visit(Page, mailed);
    expect(await verdictOn(label, value)).toBe(message);
  });

  it("sends the code encoded twice, and goes on", async () => {
    const asked = answerWith(done);
    const router = visit(Page, mailed);
    await choose();
    await waitFor(() => expect(asked[0]?.address).toBe("/api/v1/Accounts/passworded?code=A%252FB%2525C"));
    expect(asked[0]?.body).toEqual({
      email: "ann@shop.ca",
      password: "open sesame",
      setPasswordPurpose: "Reset",
    });
    expect(whereabouts(router)).toBe(successPlace);
  });

  it("with a link that is used up goes to the page that says so", async () => {
    answerWith(() => json(400, { errorCode: "DEAD_LINK" }));
    const router = visit(Page, mailed);
    await choose();
    expect(whereabouts(router)).toBe(failedPlace);
  });

  it("stays when the server wants another password", async () => {
    answerWith(() => json(400, { errorCode: "VALIDATION", fields: { password: "Too easy." } }));
    const router = visit(Page, mailed);
    await choose();
    expect(whereabouts(router)).toBe(mailed);
    expect(await screen.findByText("Too easy.")).toBeDefined();
  });

  it.each(["", "?code=x", "?email=ann%40shop.ca"])(
    "without a whole link (%j) doesn't ask for anything",
    async (query) => {
      const router = visit(Page, path + query);
      await waitFor(() => expect(whereabouts(router)).toBe(failedPlace));
    },
  );
});

describe("an invitation without an account", () => {
  const mailed = "/admin/setup-password?code=abc&email=ann%40shop.ca&purpose=Invite";
  const offer = {
    email: "ann@shop.ca",
    inviter: "Mara Manager",
    organization: "Maple Leaf Books",
    role: "EMPLOYEE" as const,
    isOpen: true,
  };

  it("says who offers which role where, and that choosing a password accepts it", async () => {
    server.on("GET /Accounts/offers/abc", () => offer);
    visit(SetupPasswordFormPage, mailed);
    await screen.findByText("Mara Manager offers you a role at Maple Leaf Books: Employee.");
    expect(screen.getByText("Choosing a password accepts this offer.")).toBeDefined();
  });

  it("ends at the door, which says that the password is set", async () => {
    server.on("GET /Accounts/offers/abc", () => offer);
    server.on("POST /Accounts/passworded", () => undefined);
    const router = visit(SetupPasswordFormPage, mailed);
    await screen.findByLabelText("New Password");
    fill("New Password", "a long sentence of mine");
    fill("Confirm Password", "a long sentence of mine");
    await press("CONFIRM");
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/signin"));
    const { state } = router.state.location;
    cleanup();
    const entry = { pathname: "/admin/signin", state: state as unknown };
    const door = createMemoryRouter([{ path: "*", Component: AdminSignInFormPage }], {
      initialEntries: [entry],
    });
    render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={door} />
      </QueryClientProvider>,
    );
    expect(screen.getByText("Your password is set. Sign in with it to begin.")).toBeDefined();
  });

  it("can be declined", async () => {
    server.on("GET /Accounts/offers/abc", () => offer);
    server.on("POST /Accounts/offers/abc/declined", () => undefined);
    visit(SetupPasswordFormPage, mailed);
    await press("Decline");
    const dialog = within(screen.getByRole("dialog"));
    await act(async () => fireEvent.click(dialog.getByRole("button", { name: "Decline" })));
    expect(await screen.findByRole("heading", { name: "You declined the offer" })).toBeDefined();
    expect(server.asked("POST /Accounts/offers/abc/declined")).toHaveLength(1);
  });

  it("is asked about for links of invitations alone", async () => {
    visit(SetupPasswordFormPage, mailed.replace("Invite", "Reset"));
    await screen.findByLabelText("New Password");
    server.on("GET /Accounts/offers/abc", () => offer);
    visit(SetupPasswordFormPage, mailed);
    await screen.findByText("Choosing a password accepts this offer.");
    expect(server.asked("GET /Accounts/offers/abc")).toHaveLength(1);
  });

  it("that is over leads to the page that says so", async () => {
    server.on("GET /Accounts/offers/abc", () => ({ ...offer, isOpen: false }));
    const router = visit(SetupPasswordFormPage, mailed);
    await waitFor(() => expect(whereabouts(router)).toBe("/admin/setup-password-failed"));
  });
});

it("a new password is asked for in French too", () => {
  expect(untranslated(() => newPasswordSchema(8), { password: "", confirmPassword: "" })).toEqual([]);
  expect(untranslated(() => newPasswordSchema(8), { password: "x", confirmPassword: "y" })).toEqual([]);
});
