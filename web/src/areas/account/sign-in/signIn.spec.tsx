// @vitest-environment jsdom
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { errorFromAnswer } from "@/api/error";
import type { Profile } from "@/session/current";
import { signIn } from "@/session/session";
import { untranslated } from "@/shared/testing/untranslated";
import { verdictOn, fill, visit, type Rule } from "@/shared/testing/visit";
import { AdminSignInFormPage } from "./AdminSignInFormPage";
import { SignInFormPage } from "./SignInFormPage";
import { signInSchema } from "./schema";
import { press } from "@/ui/testing/press";

vi.mock("@/session/session", () => ({ signIn: vi.fn<typeof signIn>() }));

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.mocked(signIn).mockReset();
});

const doors = [
  ["/signin", SignInFormPage, "Sign In"],
  ["/admin/signin", AdminSignInFormPage, "Admin Portal"],
] as const;

const ann = { roles: ["CONSUMER"], tenantType: null } as unknown as Profile;

describe.each(doors)("%s", (path, Page, title) => {
  it("has its own title", () => {
    visit(Page, path);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
  });

  it.each<Rule>([
    ["Email", "", "Email field is required."],
    ["Email", "ann", "Email is not in correct format."],
    ["Password", "", "Password field is required."],
  ])("%s: %j gives: %s", async (label, value, message) => {
    visit(Page, path);
    expect(await verdictOn(label, value)).toBe(message);
  });

  it("knows the e-mail that the link brings, and signs in with it", async () => {
    vi.mocked(signIn).mockResolvedValue(ann);
    const router = visit(Page, `${path}?area=admin&email=ann%40shop.ca`);
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "ann@shop.ca");
    fill("Password", " open sesame ");
    await press("Sign In");
    expect(vi.mocked(signIn).mock.calls[0]?.[0]).toEqual({ email: "ann@shop.ca", password: " open sesame " });
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  });

  it.each([
    ["/my-cart?a=b", "/my-cart?a=b"],
    ["https://evil.example/", "/"],
    ["//evil.example", "/"],
  ])("asked to lead on to %s leads to %s", async (wanted, place) => {
    vi.mocked(signIn).mockResolvedValue(ann);
    const query = new URLSearchParams({ email: "ann@shop.ca", "redirect-url": wanted });
    const router = visit(Page, `${path}?${query}`);
    fill("Password", "open sesame");
    await press("Sign In");
    await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(place));
  });

  async function refuse(errorCode: string, errorMessage: string): Promise<void> {
    vi.mocked(signIn).mockRejectedValue(errorFromAnswer(400, { errorCode, errorMessage }));
    visit(Page, `${path}?email=ann%40shop.ca`);
    fill("Password", "open sesame");
    await press("Sign In");
    expect((await screen.findByRole("alert")).textContent).toContain(errorMessage);
  }

  it("says calmly when it doesn't work, and keeps what was typed", async () => {
    await refuse("WRONG_CREDENTIALS", "The e-mail or the password is not right.");
    await waitFor(() => expect(screen.getByLabelText("Email")).toHaveProperty("value", "ann@shop.ca"));
    expect(screen.queryByRole("link", { name: "Send the link again" })).toBeNull();
  });

  it("offers the link once more to somebody who has not confirmed", async () => {
    await refuse("EMAIL_NOT_CONFIRMED", "Please confirm your e-mail first: we have sent you a link.");
    const link = screen.getByRole("link", { name: "Send the link again" });
    expect(link.getAttribute("href")).toBe("/resend-confirmation?email=ann%40shop.ca");
  });
});

it("speaks French too", () => {
  expect(untranslated(signInSchema, { email: "", password: "" })).toEqual([]);
});
