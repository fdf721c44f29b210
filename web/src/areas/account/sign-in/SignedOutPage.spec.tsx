// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { paths } from "@/paths";
import { ACCOUNT_CLOSED, FORCED_NAVIGATION, SIGNED_OUT_ELSEWHERE } from "@/session/forcedNavigation";
import { inMain, renderApp } from "@/testing/renderApp";

async function show(state: unknown): Promise<string[]> {
  renderApp({ pathname: paths.signedOut(), state });
  await screen.findByRole("heading", { level: 1 });
  return inMain()
    .getAllByRole("link")
    .map(({ textContent }) => textContent);
}

describe("SignedOutPage", () => {
  it("offers to sign in again", async () => {
    expect(await show(FORCED_NAVIGATION)).toEqual(["Sign In", "Keep shopping"]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("You are signed out");
  });

  it("shows that the user signed out in another tab", async () => {
    await show(SIGNED_OUT_ELSEWHERE);
    expect(screen.getByText("You signed out in another tab.")).toBeDefined();
  });

  it("explains for a closed account what is kept, and offers no sign-in", async () => {
    expect(await show(ACCOUNT_CLOSED)).toEqual(["Back to the shop"]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Your account is closed");
    expect(screen.getByText(/Gift cards stay valid/)).toBeDefined();
  });
});
