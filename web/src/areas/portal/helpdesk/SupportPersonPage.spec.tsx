// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import type { User } from "@/areas/portal/kit/people/queries";
import { nothing } from "@/shared/testing/samples";
import { renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import { personDossier } from "./testing/samples";

const PERSON = adminPaths.person("per_2");
const account: User = {
  id: "per_2",
  userRoleId: "rol_1",
  displayName: "Ann Roy",
  firstName: "Ann",
  lastName: "Roy",
  roleId: "EMPLOYEE",
  tenantId: "ten_1",
  tenantName: "Maple Leaf Books",
  isActive: true,
  email: "ann@home.example",
  role: "EMPLOYEE",
  roleIsActive: true,
  isInvited: false,
  isDeleted: false,
  lockoutEnabled: false,
  hasSecondFactor: null,
  lastSeenAt: null,
  closingAskedAt: null,
};

function answerAccount(changes: Partial<User> = {}): void {
  const user = { ...account, ...changes };
  server.on("GET /Accounts/per_2", () => ({ ...user, roles: [user], closingRefusal: null }));
}

async function show(changes: Partial<User> = {}) {
  server.on("GET /Helpdesk/people/per_2", () => ({ ...personDossier(), id: "per_2" }));
  server.on("GET /Helpdesk/cases/person/per_2/timeline", () => nothing);
  server.on("GET /Helpdesk/people/per_2/buying-limits", () => ({ ceiling: 5000, limits: [] }));
  answerAccount(changes);
  renderApp(PERSON, { as: "administrator" });
  const menu = within(await screen.findByLabelText("Actions"));
  await menu.findByText("Deactivate");
  return menu;
}

it("SupportPersonPage: offers all actions in one menu, with the destructive ones last", async () => {
  const menu = await show({ isInvited: true });
  expect(menu.getAllByRole("button", { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    "Resend invitation",
    "Raise the buying limit",
    "Deactivate",
  ]);
  expect(menu.getAllByRole("link", { hidden: true }).map((link) => link.getAttribute("href"))).toEqual([
    "/admin/users/per_2?userRoleId=rol_1",
    adminPaths.logOf("per_2"),
  ]);
});

it("SupportPersonPage: raises the buying limit from the menu", async () => {
  await show();
  const [inMenu] = screen.getAllByRole("button", { name: "Raise the buying limit", hidden: true });
  if (inMenu) fireEvent.click(inMenu);
  const dialog = await screen.findByRole("dialog", { name: "Raise the buying limit" });
  expect(dialog.textContent).toContain("$5,000.00 within a day");
});

it("SupportPersonPage: emails the person a link to a new password", async () => {
  server.on("GET /Accounts/resend-email-confirmation", () => undefined);
  await show();
  await press("Send Password Reset", { hidden: true });
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Send Password Reset" }));
  await waitFor(() =>
    expect(
      Object.fromEntries(server.asked("GET /Accounts/resend-email-confirmation")[0]?.query ?? []),
    ).toMatchObject({
      email: "ann@home.example",
      purpose: "Reset",
    }),
  );
  await waitFor(() => expect(toasts()).toHaveLength(1));
});

it("SupportPersonPage: lists orders by time, shop and payment card, and cards by balance", async () => {
  await show();
  const orders = within(screen.getByRole("list", { name: "Orders" }));
  expect(orders.getByRole("link", { name: "7q2n4w" }).getAttribute("href")).toBe(adminPaths.order("ord_1"));
  const [order] = orders.getAllByRole("listitem");
  expect(order?.textContent).toMatch(/Mar.5,.2025, 12:00.*Maple Leaf Books · Visa 1111/);
  expect(order?.textContent).not.toContain("Ann Roy");
  const cards = within(screen.getByRole("list", { name: "Cards" }));
  expect(cards.getByRole("listitem").textContent).toContain("$25.00");
  expect(screen.getByText("Paid in all").parentElement?.textContent).toContain("$25.00");
});

it("SupportPersonPage: links a timeline entry to its card", async () => {
  const moved = {
    kind: "REDEMPTION" as const,
    cardId: "crd_1",
    cardNumber: "4001234567890010",
    amount: -10,
    balance: 15,
    reason: null,
    actorId: "per_3",
    actorName: "Emil Roy",
    till: null,
  };
  const event = {
    id: "trf_1",
    at: "2025-03-06T17:00:00Z",
    audited: null,
    gift: null,
    mailed: null,
    noted: null,
  };
  await show();
  server.on("GET /Helpdesk/cases/person/per_2/timeline", () => ({
    items: [{ ...event, moved }],
    next: null,
  }));
  renderApp(PERSON, { as: "administrator" });
  const card = await screen.findByRole("link", { name: "•••• 0010" });
  expect(card.getAttribute("href")).toBe(adminPaths.vendorArea("ten_books").card("crd_1"));
});

it("SupportPersonPage: resets a lost second step from the menu, with a reason", async () => {
  server.on("POST /Accounts/per_2/second-factors/reset", () => {
    answerAccount({ hasSecondFactor: false });
    return undefined;
  });
  await show({ hasSecondFactor: true });
  await press("Reset the second step", { hidden: true });
  const dialog = within(await screen.findByRole("dialog", { name: "Reset the second step of Ann Roy?" }));
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: "Lost the phone" } });
  fireEvent.click(dialog.getByRole("button", { name: "Reset the second step" }));
  expect(await screen.findByText(/^The second step was reset\./)).toBeDefined();
  expect(server.asked("POST /Accounts/per_2/second-factors/reset")[0]?.body).toEqual({
    reason: "Lost the phone",
  });
});

it("SupportPersonPage: decides a colleague's request to close their account", async () => {
  await show({ closingAskedAt: "2025-03-05T20:04:00Z" });
  expect(await screen.findByText(/asked on Mar.5,.2025/)).toBeDefined();
  expect(screen.getByRole("button", { name: "Close the account" })).toBeDefined();
});
