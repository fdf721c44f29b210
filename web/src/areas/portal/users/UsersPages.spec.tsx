// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { refusal } from "@/testing/renderApp";
import { pressInMenu } from "@/ui/testing/press";
import {
  answerInvitations,
  answerUsers,
  cleo,
  emma,
  fill,
  headers,
  invitation,
  press,
  rowOf,
  server,
  show,
  showPerson,
  sue,
  toasts,
  user,
} from "./testing/users";

describe("UsersListPage", () => {
  it("shows the specified columns, and Deleted on request", async () => {
    await show(adminPaths.users.list());
    await rowOf("Emma");
    expect(server.asked("GET /Accounts")[0]?.query.get("isDeleted")).toBe("false");
    expect(headers()).toEqual(["", "Name", "Email", "Role", "Active", "Last seen", "Actions"]);
    await act(async () => fireEvent.click(screen.getByRole("switch", { name: "Show deleted" })));
    expect(headers()).toEqual(["", "Name", "Email", "Role", "Active", "Last seen", "Deleted", "Actions"]);
    await waitFor(() => expect(server.asked("GET /Accounts").at(-1)?.query.get("isDeleted")).toBe("true"));
  });

  it("says that nobody works at a closed shop any more", async () => {
    answerUsers([]);
    server.on("GET /Vendors/ten_books", () => ({
      displayName: "Maple Leaf Books",
      closedAt: "2026-03-10T15:00:00Z",
    }));
    await show(adminPaths.vendorArea("ten_books").users.list());
    expect(await screen.findByText("This shop is closed. Nobody works here any more.")).toBeDefined();
    expect(screen.queryByText(/^Nobody works here yet/)).toBeNull();
  });

  it("shows the last page instead of a later one", async () => {
    answerUsers([emma], 3);
    const { router } = await show(`${adminPaths.users.list()}?page=9`);
    await waitFor(() => expect(router.state.location.search).toBe("?page=3"));
  });

  it("offers editing and deactivating, except for the user's own account", async () => {
    await show(adminPaths.users.list());
    const emmas = within(await rowOf("Emma"));
    // Actions that remove something come last.
    expect(emmas.getAllByText(/^(Manage|Deactivate)$/).map(({ textContent }) => textContent)).toEqual([
      "Manage",
      "Deactivate",
    ]);
    const own = within(await rowOf("Sue"));
    expect(own.queryByRole("button")).toBeNull();
    expect(own.getByRole("link").getAttribute("href")).toBe(paths.account());
  });

  it("shows for each person why they can't work", async () => {
    answerUsers([
      user("Ina Off", "EMPLOYEE", { lockoutEnabled: true }),
      user("Rob Role", "EMPLOYEE", { roleIsActive: false }),
      user("Ivy New", "EMPLOYEE", { isInvited: true }),
    ]);
    await show(adminPaths.users.list());
    expect((await rowOf("Ina")).textContent).toContain("Inactive");
    expect((await rowOf("Rob")).textContent).toContain("Role inactive");
    expect((await rowOf("Ivy")).textContent).toContain("Invited");
  });

  it("emails activated people a link to choose a password", async () => {
    answerUsers([{ ...emma, lockoutEnabled: true }]);
    server.on("PUT /Accounts/status", () => undefined);
    await show(adminPaths.users.list());
    await rowOf("Emma");
    await pressInMenu("Emma Novak", "Activate");
    const dialog = within(await screen.findByRole("dialog", { name: "Activate Emma Novak?" }));
    fireEvent.click(dialog.getByRole("button", { name: "Activate" }));
    await waitFor(() =>
      expect(server.asked("PUT /Accounts/status")[0]?.body).toMatchObject({
        email: "emma@shop.test",
        accountStatus: "ACTIVATE",
        successReturnUrl: "http://localhost:3000/admin/setup-password",
      }),
    );
  });

  it("changes the selected accounts, each once, without the user's own, and shows each result", async () => {
    const elsewhere = { ...emma, userRoleId: "role_2", tenantId: "ten_bread", tenantName: "Boulangerie" };
    answerUsers([sue, emma, elsewhere, cleo]);
    server.on("PUT /Accounts/status", ({ body }) =>
      (body as { email: string }).email === emma.email
        ? refusal(404, { errorCode: "NOT_FOUND", errorMessage: "Emma is gone." })
        : undefined,
    );
    await show(adminPaths.users.list());
    await rowOf("Cleo");
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all rows on this page" }));
    const chosen = within(screen.getByRole("group", { name: "Selected rows" }));
    fireEvent.click(chosen.getByRole("button", { name: "Deactivate" }));
    const dialog = within(screen.getByRole("dialog", { name: "Deactivate 2 entries?" }));
    expect(server.asked("PUT /Accounts/status")).toEqual([]);
    fireEvent.click(dialog.getByRole("button", { name: "Deactivate" }));
    await dialog.findByRole("button", { name: "Done" });
    const results = dialog.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(results).toEqual([
      "Emma Novak (emma@shop.test)Emma is gone.",
      "Cleo Roy (cleo@shop.test)Inactive",
    ]);
    expect(server.asked("PUT /Accounts/status").map(({ body }) => body)).toEqual([
      { email: emma.email, accountStatus: "DEACTIVATE" },
      { email: cleo.email, accountStatus: "DEACTIVATE" },
    ]);
    fireEvent.click(dialog.getByRole("button", { name: "Done" }));
    expect(await screen.findByText("2 selected")).toBeDefined();
  });

  it("leads an administrator to a person's only page, and to the form of a role", async () => {
    await show(adminPaths.users.list());
    const row = within(await rowOf("Emma"));
    expect(row.getByRole("link", { name: /Emma/ }).getAttribute("href")).toBe(adminPaths.person(emma.id));
    expect(row.getByText("Manage").closest("a")?.getAttribute("href")).toBe(
      `/admin/users/${emma.id}?userRoleId=${emma.userRoleId}`,
    );
  });

  it("shows an administrator the users of the shop that they look at", async () => {
    server.on("GET /Vendors/ten_bread", () => ({ displayName: "Boulangerie", state: "ACTIVE" }));
    await show(adminPaths.vendorArea("ten_bread").users.list());
    await waitFor(() => expect(server.asked("GET /Accounts")[0]?.query.get("tenantId")).toBe("ten_bread"));
  });
});

describe("Invitations", () => {
  it("shows the state of each invitation, and no name", async () => {
    answerInvitations([
      invitation,
      { ...invitation, id: "inv_2", isExpired: true },
      { ...invitation, id: "inv_3", state: "DECLINED" },
    ]);
    await show(adminPaths.users.list());
    const table = await screen.findByRole("table", { name: "Invitations" });
    const rows = within(table).getAllByRole("row").slice(1);
    const words = ["Invited", "Expired", "Declined"];
    words.forEach((word, index) => expect(rows[index]?.textContent).toContain(word));
    expect(within(table).getAllByRole("button", { name: "Send again", hidden: true })).toHaveLength(2);
  });

  it("lets a super administrator decide about a proposed administrator", async () => {
    const proposal = { ...invitation, role: "ADMINISTRATOR" as const, tenantId: null, tenantName: null };
    const waits = { ...proposal, awaitsAgreement: true, proposedBy: "Adam Roy" };
    answerInvitations([{ ...waits, mayAgree: true }]);
    server.on("POST /Accounts/invitations/inv_1/approved", () => undefined);
    await show(adminPaths.users.list());
    const table = await screen.findByRole("table", { name: "Invitations" });
    expect(table.textContent).toContain("Waits for a super administrator");
    expect(table.textContent).toContain("Proposed by Adam Roy");
    expect(within(table).queryByRole("button", { name: "Send again", hidden: true })).toBeNull();
    await pressInMenu("nell@shop.test", "Approve");
    const dialog = within(screen.getByRole("dialog"));
    await act(async () => fireEvent.click(dialog.getByRole("button", { name: "Approve" })));
    await waitFor(() => expect(server.asked("POST /Accounts/invitations/inv_1/approved")).toHaveLength(1));
  });

  it("appears below the list of users and its pages", async () => {
    answerUsers([emma]);
    answerInvitations([invitation]);
    await show(adminPaths.users.list());
    await rowOf("Emma");
    const table = await screen.findByRole("table", { name: "Invitations" });
    const pages = screen.getByLabelText("Rows per page");
    expect(pages.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it("changes only the role, for a manager", async () => {
    answerUsers([{ ...emma, roleIsActive: false }]);
    await show(adminPaths.vendorArea().users.list(), "manager");
    await pressInMenu("Emma Novak", "Activate");
    expect(screen.getByRole("dialog").textContent).toContain("can work here again");
  });
});

/** The roles that the form offers; the list beside it filters by some of the same names. */
const roleField = async () => within(await screen.findByLabelText("Assign Role", { selector: "select" }));

describe("AddUserFormPage", () => {
  it("offers a manager the roles of their shop, and asks for no shop", async () => {
    await show(adminPaths.vendorArea().users.add(), "manager");
    const roles = await roleField();
    await roles.findByRole("option", { name: "Employee", hidden: true });
    expect(roles.queryByRole("option", { name: "Administrator", hidden: true })).toBeNull();
    expect(screen.queryByLabelText("Assign Vendor or Charity")).toBeNull();
  });

  it("says what the chosen role can do", async () => {
    await show(adminPaths.vendorArea().users.add(), "manager");
    await (await roleField()).findByRole("option", { name: "Employee", hidden: true });
    fill("Assign Role", "EMPLOYEE");
    expect(await screen.findByText(/^Finds, scans and redeems cards/)).toBeDefined();
  });

  it("invites people to a charity as managers, its only role", async () => {
    server.on("POST /Accounts/invited", () => ({ id: "inv_2" }));
    await show(adminPaths.charityArea().users.add(), "charity manager");
    const roles = await roleField();
    await roles.findByRole("option", { name: "Manager", hidden: true });
    expect(roles.queryByRole("option", { name: "Employee", hidden: true })).toBeNull();
    fill("First Name", "Tess");
    fill("Last Name", "Treasurer");
    fill("Email", "tess@cause.test");
    await press("Send invitation");
    await waitFor(() =>
      expect(server.asked("POST /Accounts/invited")[0]?.body).toMatchObject({
        email: "tess@cause.test",
        roleId: "MANAGER",
        tenantId: "ten_food",
      }),
    );
  });

  it("says beforehand that a super administrator must approve an administrator", async () => {
    await show(adminPaths.users.add(), "administrator");
    await (await roleField()).findByRole("option", { name: "Administrator", hidden: true });
    expect(screen.queryByText(/super administrator has to agree/)).toBeNull();
    fill("Assign Role", "ADMINISTRATOR");
    expect(await screen.findByText(/super administrator has to agree/)).toBeDefined();
  });
});

describe("request to close an account", () => {
  const asking = user("Nell Clerk", "EMPLOYEE", { closingAskedAt: "2025-03-05T20:04:00Z" });

  it("is marked in the list, and granted on the person's page after a confirmation", async () => {
    answerUsers([asking]);
    server.on("POST /Accounts/per_Nell/closed", () => undefined);
    await show(adminPaths.users.list());
    expect((await rowOf("Nell")).textContent).toContain("Asks to close");
    showPerson(adminPaths.person("per_Nell"));
    expect(await screen.findByText("Nell Clerk asked on Mar 5, 2025", { exact: false })).toBeDefined();
    await press("Close the account");
    const dialog = within(await screen.findByRole("dialog", { name: "Close the account of Nell Clerk?" }));
    expect(server.asked("POST /Accounts/per_Nell/closed")).toEqual([]);
    fireEvent.click(dialog.getByRole("button", { name: "Close the account" }));
    await waitFor(() => expect(toasts()).toContain("The account of Nell Clerk is closed."));
  });

  it("is declined with a reason for the colleague", async () => {
    answerUsers([asking]);
    server.on("POST /Accounts/per_Nell/closing-declined", () => undefined);
    showPerson(adminPaths.person("per_Nell"));
    await screen.findByText("Nell Clerk asked on", { exact: false });
    await press("Decline");
    fill("Reason", "Hand over the till first");
    const dialog = within(screen.getByRole("dialog", { name: "Keep the account of Nell Clerk open?" }));
    fireEvent.click(dialog.getByRole("button", { name: "Decline" }));
    await waitFor(() =>
      expect(server.asked("POST /Accounts/per_Nell/closing-declined")[0]?.body).toEqual({
        reason: "Hand over the till first",
      }),
    );
  });
});
