// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import type { User } from "@/areas/admin/kit/people/queries";
import { nothing } from "@/shared/testing/samples";
import { renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import { personDossier } from "./testing/samples";

const PERSON = adminPaths.person("per_2");
const account: User = {
  id: "per_9",
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
  closingAskedAt: null,
};

async function show(changes: Partial<User> = {}) {
  server.on("GET /Helpdesk/people/per_2", () => ({ ...personDossier(), id: "per_2" }));
  server.on("GET /Helpdesk/cases/person/per_2/timeline", () => nothing);
  server.on("GET /Accounts/per_2", () => ({ roles: [{ ...account, ...changes }] }));
  renderApp(PERSON, { as: "administrator" });
  const menu = within(await screen.findByLabelText("Actions"));
  await menu.findByText("Deactivate");
  return menu;
}

it("SupportPersonPage: what is done about somebody stands in one menu, and what takes something away stands last", async () => {
  const menu = await show({ isInvited: true });
  expect(menu.getAllByRole("button", { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    "Resend invitation",
    "Raise the buying limit",
    "Deactivate",
  ]);
  expect(menu.getByRole("link", { hidden: true }).getAttribute("href")).toBe(adminPaths.logOf("per_2"));
});

it("SupportPersonPage: the buying limit is raised from the menu", async () => {
  server.on("GET /Helpdesk/people/per_2/buying-limits", () => ({ ceiling: 5000, limits: [] }));
  await show();
  const [inMenu] = screen.getAllByRole("button", { name: "Raise the buying limit", hidden: true });
  if (inMenu) fireEvent.click(inMenu);
  const dialog = await screen.findByRole("dialog", { name: "Raise the buying limit" });
  expect(dialog.textContent).toContain("$5,000.00 within a day");
});

it("SupportPersonPage: somebody is sent a link to a new password", async () => {
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
