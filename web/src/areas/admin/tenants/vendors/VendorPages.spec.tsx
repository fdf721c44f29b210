// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { vendorDetail } from "@/areas/admin/tenants/testing/samples";
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

const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: "input, select" });
const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

beforeAll(() => {
  // Drawing is for browsers: a story looks at the poster.
  HTMLImageElement.prototype.decode = async () => undefined;
  HTMLCanvasElement.prototype.getContext = () => null;
  Object.defineProperty(document, "fonts", { value: { load: async () => [] } });
});
beforeEach(() => {
  server.on("GET /Public/Categories", () => [{ id: "cat_books", value: "cat_books", text: "Books" }]);
  server.on("GET /Public/Regions", () => [{ id: "reg_ottawa", value: "reg_ottawa", text: "Ottawa" }]);
});

it("a registration that isn't complete says what is missing where it is completed, and once", async () => {
  answer(books);
  const fields = { regionId: "Region/Territory field is required." };
  server.on("PUT /Vendors/ten_books/status/activate", () => refusal(400, { errorMessage: "No.", fields }));
  const { place } = show(adminPaths.vendors());
  await screen.findByText("Maple Leaf Books");
  await press("Activate Maple Leaf Books");
  await press("Activate");
  await waitFor(() => expect(place()).toBe(adminPaths.vendor("ten_books")));
  expect(await screen.findByText("Region/Territory field is required.")).toBeDefined();
  expect(toasts()).toEqual(["Maple Leaf Books can’t be activated yet. What is missing is marked."]);
});

describe("the list of vendors", () => {
  it("narrows to a state that there is, and to no other", async () => {
    answer(open);
    show(`${adminPaths.vendors()}?state=PENDING`);
    await waitFor(() => expect(server.asked("GET /Vendors")[0]?.query.get("state")).toBe("PENDING"));
    show(`${adminPaths.vendors()}?state=ASLEEP`);
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
    const { router } = show(adminPaths.vendor("ten_gone"));
    await waitFor(() => expect(router.state.location.pathname).toBe(adminPaths.vendors()));
    await waitFor(() => expect(toasts()).toContain("Not there."));
  });
});

describe("a manager's information", () => {
  it("shows the rate and the bank as facts, and sends them back as they came", async () => {
    answer(open);
    server.on("PUT /Vendors/ten_books", () => undefined);
    showInformation();
    await screen.findByLabelText("Legal Name");
    expect(screen.queryByLabelText("Charity Rate")).toBeNull();
    expect(await screen.findByText("9%")).toBeDefined();
    expect(await screen.findByText("***4321")).toBeDefined();
    fill("City", "Gatineau");
    await press("Save");
    await waitFor(() => expect(toasts()).toEqual(["Edited vendor information successfully"]));
    expect(server.asked("PUT /Vendors/ten_books")[0]?.body).toMatchObject({
      address: { city: "Gatineau" },
      charityRate: 9,
      cardAmount: "Amount25,Amount50",
      ...bank,
    });
  });
});
