// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { paths } from "@/paths";
import { renderPiece, signInAs, type Who } from "@/shared/testing/render";
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
