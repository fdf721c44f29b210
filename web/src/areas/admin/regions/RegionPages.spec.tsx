// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { refusal, standInServer } from "@/api/testing/server";
import { adminPaths } from "@/adminPaths";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { currentToasts, dismissToast } from "@/ui/toast";
import { AddRegionFormPage } from "./AddRegionFormPage";
import { EditRegionFormPage } from "./EditRegionFormPage";
import type { Region } from "./queries";
import { RegionListPage } from "./RegionListPage";
import { press as pressButton } from "@/ui/testing/press";

const server = standInServer();
const showError = vi.fn<(text: string) => void>();
function region(name: string, isActive = true): Region {
  const id = `reg_${name.toLowerCase()}`;
  return {
    id,
    name,
    province: "Ontario",
    country: "Canada",
    postalCode: "K1P",
    isActive,
    value: id,
    text: name,
  };
}

function answer(...regions: Region[]): void {
  server.on("GET /Regions", () => ({
    items: regions,
    pageIndex: 1,
    pageSize: 10,
    // Page 2, where some tests are, is none beyond the last.
    totalPages: 2,
    totalItems: regions.length,
  }));
  for (const one of regions) server.on(`GET /Regions/${one.id}`, () => one);
}

async function show(address: string) {
  const router = createMemoryRouter(
    [
      {
        path: adminPaths.regions(),
        Component: RegionListPage,
        children: [
          { path: adminPaths.addRegion(), Component: AddRegionFormPage },
          { path: adminPaths.region(":id"), Component: EditRegionFormPage },
        ],
      },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={createQueryClient(showError)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findAllByRole("row", { hidden: true });
  return router;
}

const press = (name: string) => pressButton(name, { hidden: true });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: "input" });
const toasts = () => currentToasts().map(({ text }) => text);

beforeAll(() => {
  installModalStandIns();
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(() => {
  vi.clearAllMocks();
  currentToasts().forEach(({ id }) => dismissToast(id));
  answer(region("Ottawa"), region("Sudbury", false));
});
afterEach(cleanup);

describe("the list of regions", () => {
  it("asks for a page by name, narrowed as the address says", async () => {
    await show(`${adminPaths.regions()}?page=2&searchText=ott&isActive=false`);
    await screen.findByText("Ottawa");
    const [asked] = server.asked("GET /Regions");
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      pageIndex: "2",
      pageSize: "10",
      searchText: "ott",
      orderBy: "name",
      direction: "Asc",
      isActive: "false",
    });
  });

  it.each([
    ["Deactivate Ottawa", "Deactivate Ottawa?", "Deactivate", "deactivate", "Deactivated successfully"],
    ["Activate Sudbury", "Activate Sudbury?", "Activate", "activate", "Activated successfully"],
  ])("does %s once somebody has read what it means", async (action, title, verb, status, said) => {
    const id = action.endsWith("Ottawa") ? "reg_ottawa" : "reg_sudbury";
    const call = `PUT /Regions/${id}/status/${status}`;
    server.on(call, () => undefined);
    await show(adminPaths.regions());
    await screen.findByText("Ottawa");
    await press(action);
    expect(await screen.findByRole("dialog", { name: title })).toBeDefined();
    expect(server.asked(call)).toHaveLength(0);
    await press(verb);
    await waitFor(() => expect(toasts()).toEqual([said]));
    await waitFor(() => expect(server.asked(call)).toHaveLength(1));
    await waitFor(() => expect(server.asked("GET /Regions")).toHaveLength(2));
  });
});

describe("a region's form", () => {
  it("is filled by a place that was found, and stays free to be changed", async () => {
    server.on("GET /Regions/places", () => [
      { name: "Sault Ste. Marie", province: "Ontario", country: "Canada", postalCode: "P6A" },
    ]);
    server.on("POST /Regions", () => ({ id: "reg_new" }));
    const router = await show(adminPaths.addRegion());
    fireEvent.change(screen.getByRole("combobox", { name: /Find a place/, hidden: true }), {
      target: { value: "sault" },
    });
    const found = await screen.findByRole("option", { name: /Sault/, hidden: true }, { timeout: 5_000 });
    await act(async () => fireEvent.click(found));
    expect(["Name", "Province", "Country", "Postal Code"].map((label) => field(label).value)).toEqual([
      "Sault Ste. Marie",
      "Ontario",
      "Canada",
      "P6A",
    ]);
    fireEvent.change(field("Name"), { target: { value: "The Soo" } });
    await press("Save");
    await waitFor(() => expect(router.state.location.pathname).toBe(adminPaths.regions()));
    await waitFor(() =>
      expect(server.asked("GET /Regions/places")[0]?.query.get("searchText")).toBe("sault"),
    );
    expect(server.asked("POST /Regions")[0]?.body).toEqual({
      name: "The Soo",
      province: "Ontario",
      country: "Canada",
      postalCode: "P6A",
    });
    await waitFor(() => expect(toasts()).toEqual(["Save successfully"]));
  });

  it("shows what the server objects to", async () => {
    server.on("PUT /Regions/reg_ottawa", () => refusal(400, { fields: { name: "There is one already." } }));
    await show(adminPaths.region("reg_ottawa"));
    await waitFor(() => expect(field("Name").value).toBe("Ottawa"));
    fireEvent.change(field("Name"), { target: { value: "Sudbury" } });
    await press("Save");
    expect(await screen.findByText("There is one already.")).toBeDefined();
  });

  it("gives way to the list when the region can't be read", async () => {
    server.on("GET /Regions/reg_gone", () => refusal(404, { errorMessage: "Not there." }));
    const router = await show(`${adminPaths.region("reg_gone")}?page=2`);
    await waitFor(() => expect(router.state.location.pathname).toBe(adminPaths.regions()));
    await waitFor(() => expect(router.state.location.search).toBe("?page=2"));
  });
});
