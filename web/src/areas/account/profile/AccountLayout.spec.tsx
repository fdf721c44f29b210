// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it } from "vitest";
import { paths } from "@/paths";
import { replaceProfile, type Profile } from "@/session/current";
import { AccountLayout } from "./AccountLayout";

afterEach(() => {
  cleanup();
  replaceProfile(undefined);
});

function ordersOf(profile: Partial<Profile>): HTMLElement | null {
  replaceProfile({ userId: "per_1", displayName: "Ann Roy", avatarText: "AR", ...profile } as Profile);
  const routes = [{ path: paths.account(), Component: AccountLayout }];
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [paths.account()] })} />);
  return screen.queryByRole("link", { name: "My orders" });
}

it("leads to the orders of who buys here, and not of who only works at a counter", () => {
  expect(ordersOf({ roles: ["CONSUMER"] })?.getAttribute("href")).toBe(paths.orders());
  cleanup();
  expect(ordersOf({ roles: ["EMPLOYEE"], tenantType: "VENDOR" })).toBeNull();
});
