// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { refusal, standInServer } from "@/api/testing/server";
import { VendorInformationFormPage } from "@/areas/admin/tenants/information/VendorInformationFormPage";
import { adminPaths } from "@/adminPaths";
import { replaceProfile, type Profile } from "@/session/current";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { currentToasts, dismissToast } from "@/ui/toast";
import { EditVendorFormPage } from "./VendorFormPages";
import type { Vendor, VendorItem } from "./vendors";
import { VendorAdminListPage } from "./VendorAdminListPage";
import { press } from "@/ui/testing/press";

const server = standInServer();
const showError = vi.fn<(text: string) => void>();
const books: Vendor = {
  id: "ten_books",
  legalName: "Maple Leaf Books Ltd.",
  displayName: "Maple Leaf Books",
  businessNumber: "800000001",
  categoryId: "cat_books",
  regionId: null,
  website: null,
  description: null,
  logoPath: "key-0",
  version: "v1",
  hue: 12,
  institutionNumber: null,
  transitNumber: null,
  accountNumber: null,
  address: {
    addressLine1: "1 Main St",
    addressLine2: null,
    city: "Ottawa",
    province: "Ontario",
    postalCode: "K1P 1J1",
  },
  primaryContact: {
    firstName: "Ann",
    lastName: "Roy",
    email: "ann@books.example",
    workPhoneNumber: "6135550100",
    phoneNumber: "6135550101",
  },
  charityRate: 9,
  sharePercentage: 5,
  cardAmount: "Amount25,Amount50",
  editType: "BY_ADMIN",
  isActive: false,
  state: "PENDING",
  rejectionReason: null,
  missingFields: ["regionId", "accountNumber"],
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
};

const bank = { institutionNumber: "**3", transitNumber: "***45", accountNumber: "***4321" };
const open: Vendor = {
  ...books,
  ...bank,
  regionId: "reg_ottawa",
  isActive: true,
  state: "ACTIVE",
  missingFields: [],
};

function answer(vendor: Vendor): void {
  const { id, displayName, legalName, businessNumber, isActive, state, logoPath, sharePercentage } = vendor;
  const item = { id, displayName, legalName, businessNumber, isActive, state, logoPath, sharePercentage };
  server.on("GET /Vendors", () => ({
    items: [{ ...item, categoryName: "Books" } as VendorItem],
    pageIndex: 1,
    pageSize: 10,
    totalPages: 1,
    totalItems: 1,
  }));
  server.on(`GET /Vendors/${id}`, () => vendor);
}

function show(address: string) {
  const router = createMemoryRouter(
    [
      { path: adminPaths.vendors(), Component: VendorAdminListPage },
      { path: adminPaths.vendor(":id"), Component: EditVendorFormPage },
      { path: adminPaths.vendorArea().information(), Component: VendorInformationFormPage },
      { path: "/", element: <h1>Home</h1> },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={createQueryClient(showError)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

function signIn(profile: Partial<Profile>): void {
  replaceProfile({ userId: "per_1", tenantIds: [], ...profile } as Profile);
}

const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: "input, select" });
const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const toasts = () => currentToasts().map(({ text }) => text);

beforeAll(() => {
  installModalStandIns();
  // Drawing is for browsers: a story looks at the poster.
  HTMLImageElement.prototype.decode = async () => undefined;
  HTMLCanvasElement.prototype.getContext = () => null;
  Object.defineProperty(document, "fonts", { value: { load: async () => [] } });
});
beforeEach(() => {
  vi.clearAllMocks();
  currentToasts().forEach(({ id }) => dismissToast(id));
  signIn({ roles: ["ADMINISTRATOR"] });
  server.on("GET /Public/Categories", () => [{ id: "cat_books", value: "cat_books", text: "Books" }]);
  server.on("GET /Public/Regions", () => [{ id: "reg_ottawa", value: "reg_ottawa", text: "Ottawa" }]);
});
afterEach(cleanup);

describe("a registration", () => {
  it("that isn't complete is completed first, and then activated in one go", async () => {
    answer(books);
    server.on("PUT /Vendors/ten_books/status/activate", () =>
      refusal(400, {
        errorMessage: "Please correct the marked fields.",
        fields: {
          regionId: "Region/Territory field is required.",
          accountNumber: "Account Number field is required.",
        },
      }),
    );
    server.on("PUT /Vendors/ten_books", () => undefined);
    const router = show(adminPaths.vendors());
    await screen.findByText("Maple Leaf Books");
    await press("Activate Maple Leaf Books");
    await press("Activate");
    await waitFor(() => expect(router.state.location.pathname).toBe(adminPaths.vendor("ten_books")));
    expect(await screen.findByText("Account Number field is required.")).toBeDefined();
    expect(await screen.findByText("Region/Territory field is required.")).toBeDefined();
    expect(showError).not.toHaveBeenCalled();

    await screen.findByRole("option", { name: "Ottawa" });
    fill("Region/Territory", "reg_ottawa");
    fill("Institution Number", "003");
    fill("Transit Number", "12345");
    fill("Account Number", "7654321");
    server.on("PUT /Vendors/ten_books/status/activate", () => undefined);
    await press("Save and activate");
    await waitFor(() => expect(router.state.location.pathname).toBe(adminPaths.vendors()));
    expect(server.asked("PUT /Vendors/ten_books")[0]?.body).toMatchObject({
      regionId: "reg_ottawa",
      accountNumber: "7654321",
      charityRate: 9,
    });
    await waitFor(() =>
      expect(toasts().slice(-2)).toEqual(["Edited vendor successfully", "Activated successfully"]),
    );
  });

  it("can be turned down with a reason", async () => {
    answer(books);
    server.on("PUT /Vendors/ten_books/rejected", () => undefined);
    show(adminPaths.vendor("ten_books"));
    await screen.findByRole("heading", { name: "Maple Leaf Books" });
    await press("Reject");
    expect(await screen.findByRole("dialog", { name: "Reject Maple Leaf Books?" })).toBeDefined();
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: "No such business." } });
    await act(async () => fireEvent.submit(screen.getByLabelText(/^Reason/)));
    await waitFor(() => expect(toasts()).toEqual(["Rejected successfully"]));
    await waitFor(() =>
      expect(server.asked("PUT /Vendors/ten_books/rejected")[0]?.body).toEqual({
        reason: "No such business.",
      }),
    );
  });
});

describe("the list of vendors", () => {
  it("narrows to a state that there is, and to no other", async () => {
    answer(open);
    show(`${adminPaths.vendors()}?state=PENDING`);
    await screen.findByText("Maple Leaf Books");
    await waitFor(() => expect(server.asked("GET /Vendors")[0]?.query.get("state")).toBe("PENDING"));
    cleanup();
    show(`${adminPaths.vendors()}?state=ASLEEP`);
    await screen.findByText("Maple Leaf Books");
    await waitFor(() => expect(server.asked("GET /Vendors").at(-1)?.query.has("state")).toBe(false));
  });

  it("shows the share with its sign", async () => {
    answer(open);
    show(adminPaths.vendors());
    expect(await screen.findByRole("cell", { name: "5%" })).toBeDefined();
  });

  it("is where a vendor that can't be read leads back to", async () => {
    server.on("GET /Vendors/ten_gone", () => refusal(404, { errorMessage: "Not there." }));
    answer(open);
    const router = show(adminPaths.vendor("ten_gone"));
    await waitFor(() => expect(router.state.location.pathname).toBe(adminPaths.vendors()));
    await waitFor(() => expect(toasts()).toContain("Not there."));
  });
});

describe("a manager's information", () => {
  beforeEach(() => signIn({ roles: ["MANAGER"], tenantType: "VENDOR", tenantIds: ["ten_books"] }));

  it("shows the rate and the bank as facts, and sends them back as they came", async () => {
    answer(open);
    server.on("PUT /Vendors/ten_books", () => undefined);
    show(adminPaths.vendorArea().information());
    await screen.findByLabelText("Legal Name");
    expect(screen.queryByLabelText("Charity Rate")).toBeNull();
    expect(await screen.findByText("9%")).toBeDefined();
    expect(await screen.findByText("***4321")).toBeDefined();
    fill("City", "Gatineau");
    await press("Save");
    await waitFor(() => expect(toasts()).toEqual(["Edit vendor information successfully"]));
    expect(server.asked("PUT /Vendors/ten_books")[0]?.body).toMatchObject({
      address: { city: "Gatineau" },
      charityRate: 9,
      cardAmount: "Amount25,Amount50",
      ...bank,
    });
  });

  it("is previewed with what stands in the form", async () => {
    answer(open);
    show(adminPaths.vendorArea().information());
    await screen.findByLabelText("Legal Name");
    fill("City", "Gatineau");
    await press("Preview");
    const dialog = screen.getByRole("dialog", { name: "As visitors see it" });
    expect(dialog.textContent).toContain("Gatineau, Ontario");
    await waitFor(() =>
      expect(screen.getAllByRole("group", { name: /Maple Leaf Books eGift card/ })).toHaveLength(2),
    );
  });
});
