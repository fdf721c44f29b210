// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, describe, expect, it } from "vitest";
import { paths } from "@/paths";
import { ACCOUNT_CLOSED, ENFORCED } from "@/session/leaving";
import { SignedOutPage } from "./SignedOutPage";

afterEach(cleanup);

function show(state: unknown): string[] {
  const router = createMemoryRouter([{ path: paths.signedOut(), Component: SignedOutPage }], {
    initialEntries: [{ pathname: paths.signedOut(), state }],
  });
  render(<RouterProvider router={router} />);
  return screen.getAllByRole("link").map(({ textContent }) => textContent);
}

describe("SignedOutPage", () => {
  it("offers to sign in again", () => {
    expect(show(ENFORCED)).toEqual(["Sign In", "Keep shopping"]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("You are signed out");
  });

  it("says of a closed account what stays, and offers nobody to sign in", () => {
    expect(show(ACCOUNT_CLOSED)).toEqual(["Back to the shop"]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Your account is closed");
    expect(screen.getByText(/Gift cards stay valid/)).toBeDefined();
  });
});
