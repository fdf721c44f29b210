// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { managePath } from "@/areas/portal/kit/people/managePath";
import { refusal, renderApp } from "@/testing/renderApp";
import {
  answerPerson,
  answerUsers,
  cleo,
  emma,
  field,
  fill,
  press,
  server,
  show,
  showPerson,
  toasts,
} from "./testing/users";

describe("managing a user", () => {
  it("opens a role's form beside the person's page, and returns there after saving", async () => {
    server.on(`PUT /Accounts/${emma.id}`, () => undefined);
    const { router } = showPerson(managePath(emma.id, emma.userRoleId));
    expect(await screen.findByLabelText("First Name")).toHaveProperty("value", "Emma");
    expect(field("Email")).toHaveProperty("readOnly", true);
    expect(field("Assign Vendor or Charity")).toHaveProperty("value", "Maple Leaf Books");
    await screen.findByRole("option", { name: "Administrator", hidden: true });
    fill("Assign Role", "ADMINISTRATOR");
    await waitFor(() => expect(field("Assign Vendor or Charity")).toHaveProperty("disabled", true));
    expect(field("Assign Vendor or Charity")).toHaveProperty("value", "");
    await press("Save");
    await waitFor(() => expect(router.state.location.pathname).toBe(adminPaths.person(emma.id)));
    expect(server.asked(`PUT /Accounts/${emma.id}`)[0]?.body).toEqual({
      firstName: "Emma",
      lastName: "Novak",
      roleId: "ADMINISTRATOR",
      tenantId: null,
      userRoleId: emma.userRoleId,
    });
    await waitFor(() => expect(toasts().at(-1)).toMatch(/^Offered by email/));
  });

  it("doesn't let a manager change the name", async () => {
    await show(adminPaths.vendorArea().users.one(emma.id), "manager");
    expect(await screen.findByLabelText("First Name")).toHaveProperty("readOnly", true);
    expect(field("Last Name")).toHaveProperty("readOnly", true);
  });

  it("opens the role that the address names", async () => {
    const second = { ...emma, userRoleId: "role_2", tenantId: "ten_bread", tenantName: "Boulangerie" };
    answerPerson(emma);
    server.on(`GET /Accounts/${emma.id}`, () => ({ ...emma, roles: [emma, second], closingRefusal: null }));
    renderApp(managePath(emma.id, "role_2"), { as: "super administrator" });
    await screen.findByLabelText("First Name");
    expect(field("Assign Vendor or Charity")).toHaveProperty("value", "Boulangerie");
  });

  it("activates a role again", async () => {
    const off = { ...emma, roleIsActive: false };
    answerUsers([off]);
    server.on(`PUT /Accounts/roles/${emma.userRoleId}/status/activate`, () => undefined);
    showPerson(managePath(off.id, off.userRoleId));
    const toggle = await screen.findByRole("switch", { name: /Role Inactive/ });
    await act(async () => fireEvent.click(toggle));
    await waitFor(() => expect(toasts()).toContain("Role activated successfully"));
  });

  it("sends an invitation again after a confirmation", async () => {
    answerUsers([{ ...emma, isInvited: true }]);
    server.on("GET /Accounts/resend-email-confirmation", () => undefined);
    await show(adminPaths.vendorArea().users.one(emma.id), "manager");
    await press("Resend invitation");
    expect(server.asked("GET /Accounts/resend-email-confirmation")).toEqual([]);
    const dialog = within(screen.getByRole("dialog", { name: "Administration" }));
    await act(async () => fireEvent.click(dialog.getByRole("button", { name: "Resend invitation" })));
    const [sent] = server.asked("GET /Accounts/resend-email-confirmation");
    expect(Object.fromEntries(sent?.query ?? [])).toMatchObject({
      email: "emma@shop.test",
      purpose: "Invite",
      successReturnUrl: "http://localhost:3000/admin/setup-password",
    });
  });

  it("returns to the list with a message when the person doesn't exist", async () => {
    const message = "We can't find what you are looking for.";
    server.on("GET /Helpdesk/people/per_x", () =>
      refusal(404, { errorCode: "NOT_FOUND", errorMessage: message }),
    );
    const { router } = await show(`${adminPaths.users.list()}?searchText=em`);
    await act(() => router.navigate(adminPaths.users.one("per_x")));
    await waitFor(() => expect(router.state.location.pathname).toBe(adminPaths.users.list()));
    expect(router.state.location.search).toBe("?searchText=em");
    await waitFor(() => expect(toasts()).toEqual([message]));
  });

  it("is not offered for a customer, whose page opens instead", async () => {
    showPerson(managePath(cleo.id, cleo.userRoleId));
    expect(await screen.findByRole("heading", { level: 1, name: "Cleo Roy" })).toBeDefined();
    await waitFor(() => expect(server.asked(`GET /Accounts/${cleo.id}`)).toHaveLength(1));
    expect(screen.queryByLabelText("First Name")).toBeNull();
  });

  it("shows no second steps to users who may not reset them", async () => {
    answerUsers([{ ...emma, hasSecondFactor: null }]);
    await show(adminPaths.vendorArea().users.one(emma.id), "manager");
    await screen.findByLabelText("First Name");
    expect(screen.queryByText("Two-step sign-in")).toBeNull();
  });
});
