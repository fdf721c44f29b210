// @vitest-environment jsdom
import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { paths } from "@/paths";
import { renderPiece, signInAs, type Who } from "@/shared/testing/render";
import { refusal, renderApp, server } from "@/testing/renderApp";
import { AccountLayout } from "./AccountLayout";

function ordersOf(who: Who): HTMLElement | null {
  signInAs(who);
  renderPiece(<AccountLayout />, { at: paths.account() });
  return screen.queryByRole("link", { name: "My orders" });
}

it("AccountLayout: links to the orders for shoppers, not for accounts that only work at a counter", () => {
  expect(ordersOf("shopper")?.getAttribute("href")).toBe(paths.orders());
  cleanup();
  expect(ordersOf("clerk")).toBeNull();
});

it("AccountLayout: shows the address once, and an icon, for a user without a name", () => {
  signInAs("shopper", { displayName: "", avatarText: "" });
  renderPiece(<AccountLayout />, { at: paths.account() });
  const called = screen.getByText("ann@home.example");
  expect(called.closest("div")?.querySelector(".rounded-full .icon")).not.toBeNull();
});

it("AccountLayout: is a list on its own page, to which the other pages lead back on a phone", () => {
  signInAs("shopper");
  renderPiece(<AccountLayout />, { at: paths.account() });
  const list = () => screen.getByRole("navigation", { name: "My account" });
  expect(list().className).not.toContain("max-lg:hidden");
  expect(screen.getByRole("link", { name: "Profile" }).getAttribute("href")).toBe(paths.accountProfile());
  expect(screen.queryByRole("link", { name: "My account" })).toBeNull();
  cleanup();
  renderPiece(<AccountLayout />, { at: paths.accountPassword() });
  expect(list().className).toContain("max-lg:hidden");
  expect(screen.getByRole("link", { name: "My account" }).getAttribute("href")).toBe(paths.account());
});

it.each(["list of the pages on a phone", "profile on a wide screen"])(
  "/account: is the %s",
  async (shown) => {
    const isWide = shown.startsWith("profile");
    const list = { addEventListener: () => undefined, removeEventListener: () => undefined };
    vi.stubGlobal("matchMedia", (media: string) => ({
      ...list,
      matches: isWide && media === "(width >= 64rem)",
    }));
    server.on("GET /Accounts/me", () => refusal(500, {}));
    const { place } = renderApp(paths.account(), { as: "shopper" });
    await waitFor(() => expect(place()).toBe(isWide ? paths.accountProfile() : paths.account()));
    if (!isWide) expect(await screen.findByRole("heading", { level: 1, name: "My account" })).toBeDefined();
  },
);
