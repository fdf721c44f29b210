// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { vendorDetail } from "@/areas/portal/tenants/testing/samples";
import { renderIn } from "@/i18n";
import { pageOf, refusal, renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

const bank = { institutionNumber: "**3", transitNumber: "***45", accountNumber: "***4321" };
const open = vendorDetail(bank);
const books = vendorDetail({
  regionId: null,
  accountNumber: null,
  isActive: false,
  state: "PENDING",
  missingFields: ["regionId", "accountNumber"],
});

function answer(vendor: typeof open): void {
  server.on("GET /Vendors", () => pageOf([{ ...vendor, categoryName: "Books" }]));
  server.on(`GET /Vendors/${vendor.id}`, () => vendor);
}

const show = (at: string) => renderApp(at, { as: "administrator" });
const showInformation = () =>
  renderApp(adminPaths.vendorArea().information(), { as: "manager", profile: { tenantIds: ["ten_books"] } });

const confirmClosing = async () =>
  fireEvent.click(within(await screen.findByRole("dialog")).getByText("Close the shop"));

beforeAll(() => {
  // jsdom can't draw: a browser story checks the poster.
  HTMLImageElement.prototype.decode = async () => undefined;
  HTMLCanvasElement.prototype.getContext = () => null;
  Object.defineProperty(document, "fonts", { value: { load: async () => [] } });
});
beforeEach(() => {
  server.on("GET /Public/Categories", () => [{ id: "cat_books", value: "cat_books", text: "Books" }]);
  server.on("GET /Public/Regions", () => [{ id: "reg_ottawa", value: "reg_ottawa", text: "Ottawa" }]);
});

it("vendor list: shows each shop's category in French", async () => {
  server.on("GET /Vendors", () =>
    pageOf([{ ...open, categoryName: "Books", frenchCategoryName: "Livres", sharePercentage: 5 }]),
  );
  renderIn("fr");
  show(adminPaths.vendors());
  expect(await screen.findByText("Livres")).toBeDefined();
  expect(document.title).toBe("Portail d’administration - Commerces · FunRay");
  renderIn("en");
});

it("vendor page: names the time zone of its counter, even if it follows from the address", async () => {
  answer({ ...open, usualTimeZone: "America/Halifax" });
  show(adminPaths.vendor("ten_books"));
  expect(await screen.findByText("That of its address: Atlantic Time (Halifax)")).toBeDefined();
});

it("vendor page: completes and activates a registration with missing fields", async () => {
  answer(books);
  const { place } = show(`${adminPaths.vendor("ten_books")}?state=PENDING`);
  expect(await screen.findByText(/Still missing: Region\/Territory and Account Number\./)).toBeDefined();
  await press("Approve");
  expect(await screen.findByText("Region/Territory field is required.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Save and activate" })).toBeDefined();
  expect(place()).toBe(`${adminPaths.vendor("ten_books")}?state=PENDING`);
});

it("vendor page: asks a registration's contact for missing fields, and says so", async () => {
  const question = {
    fields: ["regionId"],
    note: null,
    askedAt: "2025-03-06T17:00:00Z",
    askedByName: "Adam Roy",
    answeredAt: null,
  };
  answer({ ...books, question });
  server.on("POST /Vendors/ten_books/asked", () => undefined);
  show(adminPaths.vendor("ten_books"));
  expect(
    await screen.findByText(/Asked by Adam Roy on .*: Region\/Territory\. No answer yet\./),
  ).toBeDefined();
  const menu = within(await screen.findByLabelText("Actions"));
  fireEvent.click(menu.getByRole("button", { name: "Ask the shop", hidden: true }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByLabelText("Region/Territory"));
  fireEvent.change(dialog.getByLabelText(/Note/), { target: { value: "Which bank?" } });
  fireEvent.click(dialog.getByRole("button", { name: "Send the email" }));
  await waitFor(() => expect(server.asked("POST /Vendors/ten_books/asked")).toHaveLength(1));
  expect(server.asked("POST /Vendors/ten_books/asked")[0]?.body).toEqual({
    fields: ["accountNumber"],
    note: "Which bank?",
  });
});

it("vendor page: says before activating that the cards are on sale again, and promises no more", async () => {
  answer({ ...open, isActive: false, state: "INACTIVE" });
  show(adminPaths.vendor("ten_books"));
  const menu = within(await screen.findByLabelText("Actions"));
  fireEvent.click(menu.getByRole("button", { name: "Activate", hidden: true }));
  const dialog = await screen.findByRole("dialog", { name: "Activate Maple Leaf Books?" });
  expect(within(dialog).getByText("Its cards are on sale again.")).toBeDefined();
});

it("vendor list: shows the figures of each shop, and its rows without them", async () => {
  answer(open);
  const figures = [{ vendorId: "ten_books", sold: 120, balance: 75.5, owed: 33.25 }];
  server.on("GET /Vendors/figures", () => ({ items: figures }));
  const { router } = show(`${adminPaths.vendors()}?hasBalance=true&charityRate=99&startDate=2025-01-01`);
  const row = await screen.findByRole("row", { name: /Maple Leaf Books/ });
  for (const amount of ["$120.00", "$33.25", "$75.50"]) expect(row.textContent).toContain(amount);
  const asked = server.asked("GET /Vendors")[0]?.query;
  expect([asked?.get("hasBalance"), asked?.get("charityRate"), asked?.get("startDate")]).toEqual([
    "true",
    null,
    "2025-01-01",
  ]);
  server.on("GET /Vendors/figures", () =>
    refusal(503, { status: 503, traceId: "t1", errorCode: "BUSY", errorMessage: "Busy." }),
  );
  await router.navigate(adminPaths.vendors());
  expect(await screen.findByRole("row", { name: /Maple Leaf Books/ })).toBeDefined();
});

it("vendor page: keeps the texts of an approval until all data is refetched", async () => {
  const pending = vendorDetail({ ...bank, isActive: false, state: "PENDING" });
  answer(pending);
  server.on("GET /Public/settings", () => ({}));
  const none = {
    vendors: 0,
    charities: 0,
    reviews: 0,
    reversals: 0,
    differences: 0,
    deadLetters: 0,
    refundRequests: 0,
    buyingLimits: 0,
    shopClosings: 0,
    refusedRefunds: 0,
    payouts: 0,
    payoutFailures: 0,
    oldestPayoutFailure: null,
    proposals: 0,
  };
  let release: ((counts: typeof none) => void) | undefined;
  const counts = new Promise<typeof none>((resolve) => (release = resolve));
  server.on("PUT /Vendors/ten_books/status/activate", () => {
    server.on("GET /Vendors/ten_books", () => open);
    server.on("GET /Helpdesk/open", () => counts);
    return undefined;
  });
  show(adminPaths.vendor("ten_books"));
  await press("Approve");
  const dialog = within(await screen.findByRole("dialog", { name: /^Approve/ }));
  fireEvent.click(dialog.getByRole("button", { name: "Approve" }));
  expect((await screen.findAllByRole("button", { name: "Deactivate", hidden: true })).length).toBeGreaterThan(
    0,
  );
  expect(screen.getByRole("dialog", { name: /^Approve/ })).toBeDefined();
  release?.(none);
  await waitFor(() => expect(toasts()).toEqual(["Approved successfully"]));
});

it("vendor page: every back link leads to the list as it was left", async () => {
  answer(open);
  const list = `${adminPaths.vendors()}?searchText=maple&state=ACTIVE`;
  const { router } = show(list);
  await screen.findByText("Maple Leaf Books");
  // A link without the list's parameters restores the list as it was left.
  await router.navigate(adminPaths.vendor("ten_books"));
  const breadcrumbs = within(await screen.findByRole("navigation", { name: "You are here" }));
  expect(breadcrumbs.getByRole("link").getAttribute("href")).toBe(list);
  await router.navigate(adminPaths.addVendor());
  expect((await screen.findByRole("link", { name: "Cancel" })).getAttribute("href")).toBe(list);
  await router.navigate(adminPaths.vendorArea("ten_books").information());
  expect((await screen.findByRole("link", { name: "All vendors" })).getAttribute("href")).toBe(list);
});

it("vendor page: links to the next shop of the list that it was opened from", async () => {
  answer(open);
  server.on("GET /Vendors", () => pageOf([open, { ...open, id: "ten_tea", displayName: "Tea House" }]));
  const { router } = show(adminPaths.vendors());
  await screen.findByText("Tea House");
  await router.navigate(adminPaths.vendor("ten_books"));
  const neighbours = within(await screen.findByRole("navigation", { name: "Other records of the list" }));
  expect(neighbours.getByRole("link").getAttribute("href")).toBe(adminPaths.vendor("ten_tea"));
});

it("vendor page: closes a shop that has stopped selling, unless its cards have a balance", async () => {
  answer(vendorDetail({ ...bank, isActive: false, state: "INACTIVE" }));
  let isEmpty = false;
  server.on("PUT /Vendors/ten_books/closed", () =>
    isEmpty ? undefined : refusal(409, { errorCode: "SHOP_HAS_BALANCES", errorMessage: "Still money." }),
  );
  show(adminPaths.vendor("ten_books"));
  expect(await screen.findByText(/accepts those already sold, as before/)).toBeDefined();
  await press("Close the shop", { hidden: true });
  await confirmClosing();
  await waitFor(() => expect(toasts()).toContain("Still money."));
  isEmpty = true;
  await confirmClosing();
  await waitFor(() => expect(toasts()).toContain("Maple Leaf Books is closed"));
});

it("vendor page: shows a shop's card balances before closing it", async () => {
  answer(vendorDetail({ ...bank, isActive: false, state: "INACTIVE" }));
  server.on("GET /Vendors/summary", () => ({ totalBalance: 12.5 }));
  show(adminPaths.vendor("ten_books"));
  await press("Close the shop", { hidden: true });
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("It can’t be closed yet: $12.50 is still on its cards.")).toBeDefined();
  expect(dialog.queryByRole("button", { name: "Close the shop" })).toBeNull();
  expect(dialog.getByRole("link").getAttribute("href")).toBe(
    `${adminPaths.vendorArea("ten_books").cards()}?orderBy=cardBalance&direction=Desc`,
  );
});

it("vendor page: starts with figures, beside people, payouts and facts", async () => {
  answer(open);
  server.on("GET /Vendors/summary", () => ({
    totalPurchasedAmount: 100,
    totalRedemption: 60,
    totalBalance: 40,
  }));
  server.on("GET /Payouts/next", () => ({
    payday: "2025-03-14",
    amount: 85,
    reserve: null,
    bankEnding: "321",
  }));
  const days = { firstDay: "2026-01-01", lastDay: "2026-01-31" };
  server.on("GET /Payouts", () => pageOf([{ id: "pyo_1", ...days, state: "PAID" as const, amount: 85 }]));
  const eli = { id: "per_2", userRoleId: "rol_2", displayName: "Eli Novak", email: "eli@shop.example" };
  server.on("GET /Accounts", () => pageOf([{ ...eli, role: "EMPLOYEE" as const, roleIsActive: true }]));
  server.on("GET /Cards", () => pageOf([]));
  show(adminPaths.vendor("ten_books"));
  const sums = await screen.findByLabelText("Figures at a glance");
  await waitFor(() => {
    for (const amount of ["$85.00", "$100.00", "$60.00", "$40.00"])
      expect(sums.textContent).toContain(amount);
  });
  const person = await screen.findByRole("link", { name: /^Eli Novak/ });
  expect(person.getAttribute("href")).toBe(adminPaths.person("per_2"));
  const payouts = await screen.findByRole("table", { name: "Last payouts" });
  expect(within(payouts).getByRole("link").getAttribute("href")).toBe(adminPaths.payout("pyo_1"));
  expect(screen.getAllByRole("button", { name: "Add a note", hidden: true })).toHaveLength(1);
  expect(screen.getByText(/^Nine digits like those of the Canada Revenue Agency/)).toBeDefined();
});

it("vendor page: says that nobody works at a closed shop any more", async () => {
  answer({ ...open, state: "INACTIVE", closedAt: "2026-03-10T15:00:00Z" });
  for (const path of ["/Payouts", "/Cards", "/Accounts"] as const) server.on(`GET ${path}`, () => pageOf([]));
  show(adminPaths.vendor("ten_books"));
  expect(await screen.findByText("This shop is closed. Nobody works here any more.")).toBeDefined();
  expect(screen.queryByText(/^Nobody works here yet/)).toBeNull();
});

it("vendor page: sends the welcome again to a contact person who never signed in", async () => {
  answer(open);
  server.on("GET /Payouts", () => pageOf([]));
  server.on("GET /Cards", () => pageOf([]));
  const email = open.primaryContact.email;
  const user = { id: "per_3", userRoleId: "rol_3", displayName: "Mia Roy", email, isInvited: true };
  server.on("GET /Accounts", () => pageOf([{ ...user, role: "MANAGER" as const, lockoutEnabled: false }]));
  server.on("GET /Accounts/resend-email-confirmation", () => undefined);
  show(adminPaths.vendor("ten_books"));
  await press("Resend invitation", { hidden: true });
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Resend invitation" }));
  await waitFor(() =>
    expect(server.asked("GET /Accounts/resend-email-confirmation")[0]?.query.get("email")).toBe(email),
  );
});

it("vendor page: shows a saved section as facts again, with the new values", async () => {
  answer(open);
  server.on("PUT /Vendors/ten_books", () => {
    answer({ ...vendorDetail({ ...bank, displayName: "Oak Books" }), version: "v2" });
    return undefined;
  });
  const { place } = show(`${adminPaths.vendor("ten_books")}?state=ACTIVE`);
  await press("Edit Business");
  fireEvent.change(screen.getByLabelText("Display Name"), { target: { value: "Oak Books" } });
  await press("Save");
  expect(await screen.findByRole("heading", { level: 1, name: "Oak Books" })).toBeDefined();
  const edit = await screen.findByRole("button", { name: "Edit Business" });
  await waitFor(() => expect(document.activeElement).toBe(edit));
  expect(screen.queryByLabelText("Display Name")).toBeNull();
  expect(place()).toBe(`${adminPaths.vendor("ten_books")}?state=ACTIVE`);
  expect(toasts()).toEqual(["Edited vendor successfully"]);
  await press("Edit Business");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Legal Name")));
  await press("Cancel");
  expect(screen.queryByLabelText("Legal Name")).toBeNull();
});

it("vendor page: stays open after a registration is completed and activated", async () => {
  answer(books);
  server.on("PUT /Vendors/ten_books", () => undefined);
  server.on("PUT /Vendors/ten_books/status/activate", () => {
    answer({ ...vendorDetail(bank), version: "v2" });
    return undefined;
  });
  const { place } = show(`${adminPaths.vendor("ten_books")}?state=PENDING`);
  await press("Approve");
  await screen.findByRole("option", { name: "Ottawa" });
  fireEvent.change(screen.getByLabelText("Region/Territory"), { target: { value: "reg_ottawa" } });
  fireEvent.change(screen.getByLabelText("Account Number"), { target: { value: "7654321" } });
  await press("Save and activate");
  await waitFor(() => expect(toasts()).toEqual(["Activated successfully"]));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save and activate" })).toBeNull());
  expect(screen.queryByLabelText("Account Number")).toBeNull();
  expect(place()).toBe(`${adminPaths.vendor("ten_books")}?state=PENDING`);
});

it("vendor page: activates a saved registration at the second press, when the first one lost its reply", async () => {
  answer(books);
  server.on("PUT /Vendors/ten_books", () => {
    answer({ ...vendorDetail({ ...bank, accountNumber: "***4321" }), state: "PENDING", version: "v2" });
    return undefined;
  });
  server.on("PUT /Vendors/ten_books/status/activate", () => refusal(502, {}));
  show(`${adminPaths.vendor("ten_books")}?state=PENDING`);
  await press("Approve");
  await screen.findByRole("option", { name: "Ottawa" });
  fireEvent.change(screen.getByLabelText("Region/Territory"), { target: { value: "reg_ottawa" } });
  fireEvent.change(screen.getByLabelText("Account Number"), { target: { value: "7654321" } });
  await press("Save and activate");
  await waitFor(() => expect(toasts()).toHaveLength(1));
  server.on("PUT /Vendors/ten_books", ({ headers }) =>
    headers.get("if-match") === '"v2"' ? undefined : refusal(409, { errorCode: "CHANGED_MEANWHILE" }),
  );
  server.on("PUT /Vendors/ten_books/status/activate", () => undefined);
  await press("Save and activate");
  await waitFor(() => expect(toasts()).toContain("Activated successfully"));
  expect(screen.queryByText(/Somebody else/)).toBeNull();
});

describe("vendor list", () => {
  it("filters by an existing state, and ignores others", async () => {
    answer(open);
    show(`${adminPaths.vendors()}?state=PENDING`);
    await waitFor(() => expect(server.asked("GET /Vendors")[0]?.query.get("state")).toBe("PENDING"));
    show(`${adminPaths.vendors()}?state=ASLEEP`);
    await waitFor(() => expect(server.asked("GET /Vendors").at(-1)?.query.has("state")).toBe(false));
  });

  it("filters by category and region", async () => {
    answer(open);
    const { router } = show(`${adminPaths.vendors()}?regionId=reg_ottawa`);
    await screen.findByRole("option", { name: "Books" });
    expect(server.asked("GET /Vendors")[0]?.query.get("regionId")).toBe("reg_ottawa");
    fireEvent.change(screen.getByLabelText("Category"), { target: { value: "cat_books" } });
    await waitFor(() =>
      expect(server.asked("GET /Vendors").at(-1)?.query.get("categoryId")).toBe("cat_books"),
    );
    expect(router.state.location.search).toBe("?regionId=reg_ottawa&categoryId=cat_books");
    expect(screen.getByRole("button", { name: "Remove the filter Region/Territory: Ottawa" })).toBeDefined();
  });

  it("shows the share with its sign", async () => {
    answer(open);
    show(adminPaths.vendors());
    expect(await screen.findByRole("cell", { name: "5%" })).toBeDefined();
  });

  it("opens when a vendor can't be loaded", async () => {
    server.on("GET /Vendors/ten_gone", () => refusal(404, { errorMessage: "Not there." }));
    answer(open);
    const { router } = show(adminPaths.vendor("ten_gone"));
    await waitFor(() => expect(router.state.location.pathname).toBe(adminPaths.vendors()));
    await waitFor(() => expect(toasts()).toContain("Not there."));
  });
});

it("manager's portal: starts with the name of their own shop", async () => {
  answer(open);
  showInformation();
  const side = within(await screen.findByRole("complementary", { name: "Admin Portal", hidden: true }));
  const name = await side.findByText(open.displayName);
  expect(name.closest("a")?.getAttribute("href")).toBe(adminPaths.home());
});
