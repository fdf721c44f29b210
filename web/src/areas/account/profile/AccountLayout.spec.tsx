// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { paths } from "@/paths";
import { renderPiece, signInAs, type Who } from "@/shared/testing/render";
import { renderApp, server } from "@/testing/renderApp";
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

const list = () => screen.getByRole("navigation", { name: "My account" });

it("AccountLayout: is a list on its own page, to which the other pages lead back on a phone", () => {
  signInAs("shopper");
  renderPiece(<AccountLayout />, { at: paths.account() });
  expect(list().className).not.toContain("max-lg:hidden");
  expect(screen.getByRole("link", { name: "Profile" }).getAttribute("href")).toBe(paths.accountProfile());
  expect(screen.queryByRole("link", { name: "My account" })).toBeNull();
  cleanup();
  renderPiece(<AccountLayout />, { at: paths.accountPassword() });
  expect(list().className).toContain("max-lg:hidden");
  expect(screen.getByRole("link", { name: "My account" }).getAttribute("href")).toBe(paths.account());
});

it.each([
  ["the list of its pages on a phone", "", paths.account(), "My account"],
  ["the profile on a wide screen", "(width >= 64rem)", paths.accountProfile(), "Profile"],
])("/account: is %s", async (_, wide, shown, title) => {
  const media = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", (query: string) => ({ ...media, matches: query === wide }));
  const me = {
    firstName: "Ann",
    lastName: "Roy",
    email: "ann@home.example",
    language: "en",
    hasPassword: true,
  };
  server.on("GET /Accounts/me", () => me);
  const { place } = renderApp(paths.account(), { as: "shopper" });
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeDefined();
  expect(place()).toBe(shown);
});
