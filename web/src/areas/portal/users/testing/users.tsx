// Renders the pages of users with a fake server, for their specs.
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach } from "vitest";
import { pageOf, renderApp, server } from "@/testing/renderApp";
import type { Who } from "@/shared/testing/render";
import type { Role } from "@/session/current";
import { press as pressButton } from "@/ui/testing/press";
import type { User } from "@/areas/portal/kit/people/queries";
import type { Invitation } from "@/areas/portal/users/queries";

export { server, toasts } from "@/testing/renderApp";

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
    lastSeenAt: null,
    closingAskedAt: null,
    ...rest,
  };
}

const atBooks = { tenantId: "ten_books", tenantName: "Maple Leaf Books" };
export const sue = user("Sue Boss", "SUPER_ADMINISTRATOR");
export const emma = user("Emma Novak", "EMPLOYEE", atBooks);
export const cleo = user("Cleo Roy", "CONSUMER");

export function answerUsers(users: User[], totalPages = 1): void {
  server.on("GET /Accounts", ({ query }) => ({
    items: users,
    pageIndex: Number(query.get("pageIndex")),
    pageSize: 10,
    totalPages,
    totalItems: users.length + (totalPages - 1) * 10,
  }));
  for (const one of users) answerPerson(one);
  for (const one of users)
    server.on(`GET /Accounts/${one.id}`, () => ({ ...one, roles: [one], closingRefusal: null }));
}

export const invitation: Invitation = {
  id: "inv_1",
  email: "nell@shop.test",
  role: "EMPLOYEE",
  ...atBooks,
  state: "OFFERED",
  isExpired: false,
  awaitsAgreement: false,
  proposedBy: null,
  mayAgree: false,
  sentAt: "2026-03-10T15:00:00Z",
};

export function answerInvitations(items: Invitation[]): void {
  server.on("GET /Accounts/invitations", () => pageOf(items));
}

/**
 * Renders the pages of users: by default for Sue, a super administrator, or for a manager of the
 * book shop or of the food bank.
 */
export async function show(address: string, as: Who = "super administrator") {
  const tenantIds = { manager: ["ten_books"], "charity manager": ["ten_food"] }[as as string] ?? [];
  const app = renderApp(address, { as, profile: { userId: sue.id, tenantIds } });
  await screen.findAllByRole("row", { hidden: true });
  return app;
}

/** Answers the calls of a person's own page, without orders. */
export function answerPerson({ id, displayName, email, role }: User): void {
  const held = { role, isActive: true, tenantId: null, tenantName: null };
  server.on(`GET /Helpdesk/people/${id}`, () => ({
    id,
    name: displayName,
    email,
    isActive: true,
    isClosed: false,
    roles: [held],
    orders: [],
    orderCount: 0,
    cards: [],
    cardCount: 0,
  }));
  server.on(`GET /Helpdesk/people/${id}/buying-limits`, () => ({ ceiling: 5000, limits: [] }));
  server.on(`GET /Helpdesk/cases/person/${id}/timeline`, () => ({ items: [], next: null }));
}

/** Renders a person's page for a super administrator. */
export function showPerson(address: string) {
  return renderApp(address, { as: "super administrator", profile: { userId: sue.id, tenantIds: [] } });
}

export const headers = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
export const rowOf = (name: string) => screen.findByRole("row", { name: new RegExp(name) });
export const press = (name: string) => pressButton(name, { hidden: true });
export const field = (label: string) => screen.getByLabelText(label, { selector: "input, select" });
export const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

beforeEach(() => {
  answerUsers([sue, emma, cleo]);
  server.on("GET /OAuth/roles", ({ query }) =>
    (["ADMINISTRATOR", "MANAGER", "EMPLOYEE"] as const)
      .slice(query.get("isAdmin") === "false" ? 1 : 0)
      .map((value) => ({ value, text: value })),
  );
  answerInvitations([]);
  const books = { id: "ten_books", displayName: "Maple Leaf Books", tenantType: "VENDOR" as const };
  server.on("GET /Tenants", () => pageOf([books]));
});
