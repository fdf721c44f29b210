// The pages of users with a stand-in of the server, for their specs.
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { standInServer } from "@/api/testing/server";
import { adminPaths } from "@/adminPaths";
import { replaceProfile, type Profile, type Role } from "@/session/current";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { press as pressButton } from "@/ui/testing/press";
import { currentToasts } from "@/ui/toast";
import { AddUserFormPage } from "@/areas/admin/users/AddUserFormPage";
import { ManageUserFormPage } from "@/areas/admin/users/ManageUserFormPage";
import type { Invitation, User } from "@/areas/admin/users/queries";
import { UsersListPage } from "@/areas/admin/users/UsersListPage";

export const server = standInServer();
export const showError = vi.fn<(text: string) => void>();

export function user(name: string, role: Role, rest: Partial<User> = {}): User {
  const [firstName = "", lastName = ""] = name.split(" ");
  return {
    id: `per_${firstName}`,
    userRoleId: `role_${firstName}`,
    firstName,
    lastName,
    displayName: name,
    email: `${firstName.toLowerCase()}@shop.test`,
    role,
    roleId: role,
    tenantId: null,
    tenantName: null,
    isActive: true,
    roleIsActive: true,
    lockoutEnabled: false,
    isDeleted: false,
    isInvited: false,
    hasSecondFactor: false,
    ...rest,
  };
}

export const atBooks = { tenantId: "ten_books", tenantName: "Maple Leaf Books" };
export const sue = user("Sue Boss", "SUPER_ADMINISTRATOR");
export const emma = user("Emma Novak", "EMPLOYEE", atBooks);
export const cleo = user("Cleo Roy", "CONSUMER");

export function signIn(profile: Partial<Profile>): void {
  replaceProfile({ userId: sue.id, roles: ["SUPER_ADMINISTRATOR"], tenantIds: [], ...profile } as Profile);
}

export function answerUsers(users: User[], totalPages = 1): void {
  server.on("GET /Accounts", ({ query }) => ({
    items: users,
    pageIndex: Number(query.get("pageIndex")),
    pageSize: 10,
    totalPages,
    totalItems: users.length + (totalPages - 1) * 10,
  }));
  for (const one of users) server.on(`GET /Accounts/${one.id}`, () => ({ ...one, roles: [one] }));
}

export const invitation: Invitation = {
  id: "inv_1",
  email: "nell@shop.test",
  role: "EMPLOYEE",
  ...atBooks,
  state: "OFFERED",
  isExpired: false,
  sentAt: "2026-03-10T15:00:00Z",
};

export function answerInvitations(items: Invitation[]): void {
  const page = { pageIndex: 1, pageSize: 10, totalPages: 1, totalItems: items.length };
  server.on("GET /Accounts/invitations", () => ({ items, ...page }));
}

export function routesUnder(users: typeof adminPaths.users) {
  return {
    path: users.list(),
    Component: UsersListPage,
    children: [
      { path: users.add(), Component: AddUserFormPage },
      { path: users.one(":id"), Component: ManageUserFormPage },
    ],
  };
}

export async function show(address: string) {
  const router = createMemoryRouter(
    [
      routesUnder(adminPaths.users),
      routesUnder(adminPaths.vendorArea().users),
      routesUnder(adminPaths.vendorArea(":vid").users),
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={createQueryClient(showError)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findAllByRole("row");
  return router;
}

export const headers = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
export const rowOf = (name: string) => screen.findByRole("row", { name: new RegExp(name) });
export const press = (name: string) => pressButton(name, { hidden: true });
export const field = (label: string) => screen.getByLabelText(label, { selector: "input, select" });
export const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
export const toasts = () => currentToasts().map(({ text }) => text);

beforeAll(() => {
  installModalStandIns();
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(() => {
  vi.clearAllMocks();
  signIn({});
  answerUsers([sue, emma, cleo]);
  server.on("GET /OAuth/roles", ({ query }) =>
    ["ADMINISTRATOR", "MANAGER", "EMPLOYEE"]
      .slice(query.get("isAdmin") === "false" ? 1 : 0)
      .map((value) => ({ value, text: value })),
  );
  answerInvitations([]);
  server.on("GET /Tenants", () => ({
    items: [{ id: "ten_books", displayName: "Maple Leaf Books", tenantType: "VENDOR" }],
    pageIndex: 1,
    totalPages: 1,
  }));
});
afterEach(() => {
  cleanup();
  replaceProfile(undefined);
});
