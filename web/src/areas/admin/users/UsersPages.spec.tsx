// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { refusal } from "@/testing/renderApp";
import {
  answerInvitations,
  answerUsers,
  cleo,
  emma,
  field,
  fill,
  headers,
  invitation,
  press,
  rowOf,
  server,
  show,
  sue,
  toasts,
  user,
} from "./testing/users";

describe("the list of users", () => {
  it("has the columns that there are, and Deleted on demand", async () => {
    await show(adminPaths.users.list());
    await rowOf("Emma");
    expect(headers()).toEqual(["", "Name", "Email", "Role", "Active", "Actions"]);
    await act(async () => fireEvent.click(screen.getByRole("switch", { name: "Show deleted" })));
    expect(headers()).toEqual(["", "Name", "Email", "Role", "Active", "Deleted", "Actions"]);
    await waitFor(() => expect(server.asked("GET /Accounts").at(-1)?.query.get("isDeleted")).toBe("true"));
  });

  it("asks for what the address says", async () => {
    await show(`${adminPaths.users.list()}?page=2&pageSize=25&searchText=em&orderBy=email&direction=Desc`);
    await waitFor(() => expect(server.asked("GET /Accounts")).not.toHaveLength(0));
    expect(Object.fromEntries(server.asked("GET /Accounts")[0]?.query ?? [])).toEqual({
      pageIndex: "2",
      pageSize: "25",
      searchText: "em",
      orderBy: "email",
      direction: "Desc",
      isDeleted: "false",
    });
  });

  it("shows the last page instead of one beyond it", async () => {
    answerUsers([emma], 3);
    const { router } = await show(`${adminPaths.users.list()}?page=9`);
    await waitFor(() => expect(router.state.location.search).toBe("?page=3"));
  });

  it("offers to manage staff, not consumers, and neither for oneself", async () => {
    await show(adminPaths.users.list());
    const emmas = within(await rowOf("Emma"));
    expect(emmas.getByRole("button", { name: "Deactivate Emma Novak" })).toBeDefined();
    expect(emmas.getByRole("link", { name: "Manage Emma Novak" })).toBeDefined();
    const cleos = within(await rowOf("Cleo"));
    expect(cleos.getByRole("button", { name: "Deactivate Cleo Roy" })).toBeDefined();
    expect(cleos.queryByRole("link")).toBeNull();
    // "Deactivate" stands last, so it never takes the place where others have "Manage".
    expect(emmas.getAllByText(/^(Manage|Deactivate)$/).map(({ textContent }) => textContent)).toEqual([
      "Manage",
      "Deactivate",
    ]);
    const own = within(await rowOf("Sue"));
    expect(own.queryByRole("button")).toBeNull();
    expect(own.getByRole("link").getAttribute("href")).toBe(paths.account());
  });

  it("says of each what stands in the way of working", async () => {
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

  it.each([
    ["Deactivate", "DEACTIVATE", false],
    ["Activate", "ACTIVATE", true],
  ])("asks before it will %s somebody, then shows it and says so", async (verb, accountStatus, isLocked) => {
    answerUsers([{ ...emma, lockoutEnabled: isLocked }]);
    server.on("PUT /Accounts/status", () => {
      answerUsers([{ ...emma, lockoutEnabled: !isLocked }]);
      return undefined;
    });
    await show(adminPaths.users.list());
    await rowOf("Emma");
    await press(`${verb} Emma Novak`);
    const dialog = screen.getByRole("dialog", { name: `${verb} Emma Novak?` });
    expect(dialog.textContent).toContain("emma@shop.test");
    expect(server.asked("PUT /Accounts/status")).toEqual([]);
    await act(async () => fireEvent.click(within(dialog).getByRole("button", { name: verb })));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.asked("PUT /Accounts/status")[0]?.body).toMatchObject({
      email: "emma@shop.test",
      accountStatus,
      ...(isLocked ? { successReturnUrl: "http://localhost:3000/admin/setup-password" } : {}),
    });
    expect((await rowOf("Emma")).textContent).toContain(isLocked ? "Active" : "Inactive");
    await waitFor(() => expect(toasts()).toContain(`${verb}d successfully`));
  });

  it("switches the chosen accounts, each once and never one's own, and says of each what became of it", async () => {
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
    await press("Deactivate");
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

  it("shows a manager their own shop's people, and an administrator those of the shop they look at", async () => {
    await show(adminPaths.vendorArea().users.list(), "manager");
    await waitFor(() => expect(server.asked("GET /Accounts")[0]?.query.get("tenantId")).toBe("ten_books"));
    server.on("GET /Vendors/ten_bread", () => ({
      id: "ten_bread",
      displayName: "Boulangerie",
      state: "ACTIVE",
    }));
    cleanup();
    await show(adminPaths.vendorArea("ten_bread").users.list());
    await waitFor(() =>
      expect(server.asked("GET /Accounts").at(-1)?.query.get("tenantId")).toBe("ten_bread"),
    );
  });
});

describe("the list of invitations", () => {
  it("tells what became of each, and no name", async () => {
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
    expect(within(table).getAllByRole("button", { name: /^Send the invitation/ })).toHaveLength(2);
  });

  it("stands under the list of users and its pages", async () => {
    answerUsers([emma]);
    answerInvitations([invitation]);
    await show(adminPaths.users.list());
    await rowOf("Emma");
    const table = await screen.findByRole("table", { name: "Invitations" });
    const pages = screen.getByLabelText("Rows per page");
    expect(pages.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it("switches only the role, for a manager", async () => {
    answerUsers([{ ...emma, roleIsActive: false }]);
    await show(adminPaths.vendorArea().users.list(), "manager");
    fireEvent.click(await screen.findByRole("button", { name: "Activate Emma Novak" }));
    expect(screen.getByRole("dialog").textContent).toContain("can work here again");
  });
});

describe("adding a user", () => {
  it("invites them, keeps the list's place and says so", async () => {
    server.on("POST /Accounts/invited", () => ({ id: "per_new" }));
    const { router } = await show(`${adminPaths.users.add()}?searchText=em`);
    await screen.findByRole("option", { name: "Employee", hidden: true });
    fill("First Name", " Nell ");
    fill("Last Name", "Comer");
    fill("Email", "nell@shop.test");
    fill("Assign Role", "EMPLOYEE");
    fireEvent.click(field("Assign Vendor or Charity"));
    fireEvent.click(await screen.findByRole("option", { name: /Maple Leaf Books/ }, { timeout: 3_000 }));
    await press("Send invitation");
    await waitFor(() => expect(router.state.location.pathname).toBe(adminPaths.users.list()));
    await waitFor(() => expect(router.state.location.search).toBe("?searchText=em"));
    expect(server.asked("POST /Accounts/invited")[0]?.body).toEqual({
      firstName: "Nell",
      lastName: "Comer",
      email: "nell@shop.test",
      roleId: "EMPLOYEE",
      tenantId: "ten_books",
      successReturnUrl: "http://localhost:3000/admin/setup-password",
      failedReturnUrl: "http://localhost:3000/admin/setup-password-failed",
      appName: "funray",
    });
    await waitFor(() => expect(toasts()).toContain("Invitation sent."));
  });

  it("offers a manager the roles of their shop, and asks for no shop", async () => {
    server.on("POST /Accounts/invited", () => ({ id: "per_new" }));
    await show(adminPaths.vendorArea().users.add(), "manager");
    await screen.findByRole("option", { name: "Employee", hidden: true });
    expect(screen.queryByRole("option", { name: "Administrator", hidden: true })).toBeNull();
    expect(screen.queryByLabelText("Assign Vendor or Charity")).toBeNull();
    fill("First Name", "Nell");
    fill("Last Name", "Comer");
    fill("Email", "nell@shop.test");
    fill("Assign Role", "EMPLOYEE");
    await press("Send invitation");
    await waitFor(() => expect(server.asked("POST /Accounts/invited")).toHaveLength(1));
    await waitFor(() =>
      expect(server.asked("POST /Accounts/invited")[0]?.body).toMatchObject({ tenantId: "ten_books" }),
    );
  });
});

describe("managing a user", () => {
  it("starts with what they are, and an administrator has no vendor or charity", async () => {
    server.on(`PUT /Accounts/${emma.id}`, () => undefined);
    const { router } = await show(`${adminPaths.users.one(emma.id)}?userRoleId=${emma.userRoleId}`);
    expect(await screen.findByLabelText("First Name")).toHaveProperty("value", "Emma");
    expect(field("Email")).toHaveProperty("readOnly", true);
    expect(field("Assign Vendor or Charity")).toHaveProperty("value", "Maple Leaf Books");
    await screen.findByRole("option", { name: "Administrator", hidden: true });
    fill("Assign Role", "ADMINISTRATOR");
    await waitFor(() => expect(field("Assign Vendor or Charity")).toHaveProperty("disabled", true));
    expect(field("Assign Vendor or Charity")).toHaveProperty("value", "");
    await press("Save");
    await waitFor(() => expect(router.state.location.pathname).toBe(adminPaths.users.list()));
    expect(server.asked(`PUT /Accounts/${emma.id}`)[0]?.body).toEqual({
      firstName: "Emma",
      lastName: "Novak",
      roleId: "ADMINISTRATOR",
      tenantId: null,
      userRoleId: emma.userRoleId,
    });
    await waitFor(() => expect(toasts().at(-1)).toMatch(/^Offered by e-mail/));
  });

  it("leaves the name to the person, for a manager", async () => {
    await show(adminPaths.vendorArea().users.one(emma.id), "manager");
    expect(await screen.findByLabelText("First Name")).toHaveProperty("readOnly", true);
    expect(field("Last Name")).toHaveProperty("readOnly", true);
  });

  it("is about the role that the address names", async () => {
    const second = { ...emma, userRoleId: "role_2", tenantId: "ten_bread", tenantName: "Boulangerie" };
    server.on(`GET /Accounts/${emma.id}`, () => ({ ...emma, roles: [emma, second] }));
    await show(`${adminPaths.users.one(emma.id)}?userRoleId=role_2`);
    await screen.findByLabelText("First Name");
    expect(field("Assign Vendor or Charity")).toHaveProperty("value", "Boulangerie");
  });

  it.each([
    [true, "Role Active", "deactivate", "Role deactivated successfully"],
    [false, "Role Inactive", "activate", "Role activated successfully"],
  ])("switches the role (on: %s)", async (roleIsActive, label, status, said) => {
    answerUsers([{ ...emma, roleIsActive }]);
    server.on(`PUT /Accounts/roles/${emma.userRoleId}/status/${status}`, () => undefined);
    await show(adminPaths.users.one(emma.id));
    const toggle = await screen.findByRole("switch", { name: new RegExp(label) });
    await act(async () => fireEvent.click(toggle));
    await waitFor(() => expect(toasts()).toContain(said));
  });

  it.each([
    [false, "Send Password Reset", "Reset", "http://localhost:3000/reset-password"],
    [true, "Resend invitation", "Invite", "http://localhost:3000/admin/setup-password"],
  ])("helps somebody in after a confirmation (invited: %s)", async (isInvited, label, purpose, url) => {
    answerUsers([{ ...emma, isInvited }]);
    server.on("GET /Accounts/resend-email-confirmation", () => undefined);
    await show(adminPaths.users.one(emma.id));
    fireEvent.click(await screen.findByRole("button", { name: label }));
    const dialog = screen.getByRole("dialog", { name: "Administration" });
    expect(dialog.textContent).toContain("emma@shop.test");
    await act(async () => fireEvent.click(within(dialog).getByRole("button", { name: label })));
    const [sent] = server.asked("GET /Accounts/resend-email-confirmation");
    expect(Object.fromEntries(sent?.query ?? [])).toMatchObject({
      email: "emma@shop.test",
      purpose,
      successReturnUrl: url,
    });
  });

  it("of somebody who can't be found says so and goes back to the list", async () => {
    const message = "We can't find what you are looking for.";
    server.on("GET /Accounts/per_x", () => refusal(404, { errorCode: "NOT_FOUND", errorMessage: message }));
    const { router } = await show(`${adminPaths.users.one("per_x")}?searchText=em`);
    await waitFor(() => expect(router.state.location.pathname).toBe(adminPaths.users.list()));
    await waitFor(() => expect(router.state.location.search).toBe("?searchText=em"));
    await waitFor(() => expect(toasts()).toEqual([message]));
  });

  it("of a consumer is not offered by any address", async () => {
    const { router } = await show(adminPaths.users.one(cleo.id));
    await waitFor(() => expect(router.state.location.pathname).toBe(adminPaths.users.list()));
    await waitFor(() => expect(toasts().at(-1)).toMatch(/^Consumers take care/));
  });

  it("helps a consumer who has lost a second step, and keeps what was done in sight", async () => {
    answerUsers([{ ...cleo, hasSecondFactor: true }]);
    server.on(`POST /Accounts/${cleo.id}/second-factors/reset`, () => {
      answerUsers([cleo]);
      return undefined;
    });
    const { place } = await show(adminPaths.users.one(cleo.id));
    fireEvent.click(await screen.findByRole("button", { name: "Reset the second step" }));
    const dialog = screen.getByRole("dialog", { name: "Reset the second step of Cleo Roy?" });
    const confirm = within(dialog).getByRole("button", { name: "Reset the second step" });
    await act(async () => fireEvent.click(confirm));
    expect(within(dialog).getByText("Reason field is required.")).toBeDefined();
    expect(server.asked(`POST /Accounts/${cleo.id}/second-factors/reset`)).toEqual([]);
    fireEvent.change(within(dialog).getByLabelText("Reason"), { target: { value: "Phone lost" } });
    await act(async () => fireEvent.click(confirm));
    expect(await screen.findByText(/^The second step was reset/)).toBeDefined();
    expect(place()).toBe(adminPaths.users.one(cleo.id));
  });

  it("says nothing of second steps to whoever may not reset them", async () => {
    answerUsers([{ ...emma, hasSecondFactor: null }]);
    await show(adminPaths.users.one(emma.id));
    await screen.findByLabelText("First Name");
    expect(screen.queryByText("Two-step sign-in")).toBeNull();
  });
});
