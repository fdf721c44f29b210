// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { standInServer } from "@/api/testing/server";
import { replaceProfile, type Profile } from "@/session/current";
import { usePageActions } from "@/shared/page/pageActions";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { Palette } from "./Palette";

const server = standInServer();
const NUMBER = "1234567890123456";
const CODE = `FR1:${"7K".repeat(16)}`;
const page = (...items: object[]) => ({
  items,
  pageIndex: 1,
  pageSize: 5,
  totalPages: 1,
  totalItems: items.length,
});
const noneAtDesk = { cards: [], orders: [], people: [], cardCount: 0, orderCount: 0, personCount: 0 };
const card = { id: "crd_1", vendorId: "ten_2", cardNumber: NUMBER, holderName: "Ann", vendorName: "Maple" };

const onExport = vi.fn<() => void>();
const onClose = vi.fn<() => void>();

function PageBehind() {
  usePageActions([{ label: "Export", icon: "download", run: onExport }]);
  const [isOpen, setIsOpen] = useState(false);
  return isOpen ? (
    <Palette onClose={onClose} />
  ) : (
    <button type="button" onClick={() => setIsOpen(true)}>
      Open
    </button>
  );
}

function show(role: string, tenantType: string | null = null) {
  replaceProfile({ userId: "per_1", roles: [role], tenantIds: ["ten_2"], tenantType } as unknown as Profile);
  const routes = [
    { path: "/", Component: PageBehind },
    { path: "*", element: <h1>Elsewhere</h1> },
  ];
  const router = createMemoryRouter(routes);
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByText("Open"));
  return router;
}

const type = (text: string) => fireEvent.change(screen.getByRole("combobox"), { target: { value: text } });
const press = (key: string) => fireEvent.keyDown(screen.getByRole("combobox"), { key });

beforeAll(() => {
  installModalStandIns();
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(() => {
  vi.clearAllMocks();
  server.on("GET /Helpdesk/search", () => ({ ...noneAtDesk, cards: [card], cardCount: 1 }));
  for (const path of ["/Vendors", "/Charities", "/Charities/campaigns", "/Cards", "/Accounts"]) {
    server.on(`GET ${path}`, () => page());
  }
});
afterEach(cleanup);

describe("Palette", () => {
  it("does what the page behind it can do", () => {
    show("ADMINISTRATOR");
    type("expo");
    press("Enter");
    expect(onExport).toHaveBeenCalledOnce();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("finds records on the server, and goes to the one that is chosen", async () => {
    const vendor = { id: "ten_7", displayName: "Maple Leaf Books", businessNumber: "123" };
    server.on("GET /Vendors", () => page(vendor));
    const router = show("ADMINISTRATOR");
    type("maple leaf");
    fireEvent.click(await screen.findByRole("option", { name: /Maple Leaf Books/ }));
    expect(router.state.location.pathname).toBe("/admin/vendors/view/ten_7/information");
  });

  it("opens the card whose whole number was pasted", async () => {
    const router = show("ADMINISTRATOR");
    type("1234 5678 9012 3456");
    await waitFor(() =>
      expect(router.state.location.pathname).toBe("/admin/vendors/view/ten_2/cards-transaction/crd_1"),
    );
  });

  it("looks a scanned code up, and searches for it nowhere", async () => {
    const lookUp = `GET /Cards/codes/${encodeURIComponent(CODE)}` as const;
    server.on(lookUp, () => ({ id: "crd_1", vendorId: "ten_2" }));
    const router = show("ADMINISTRATOR");
    type(CODE);
    await waitFor(() => expect(router.state.location.pathname).toContain("crd_1"));
    expect(server.asked("GET /Helpdesk/search")).toEqual([]);
  });

  it.each([
    ["ADMINISTRATOR", null, ["/Helpdesk/search", "/Vendors", "/Charities", "/Charities/campaigns"]],
    ["MANAGER", "VENDOR", ["/Cards", "/Accounts"]],
    ["MANAGER", "CHARITY", ["/Charities/campaigns"]],
  ])("asks for %s (%s) only what they may see", async (role, tenantType, paths) => {
    show(role, tenantType);
    type("ann");
    await waitFor(() => expect(server.asked(`GET ${paths[0]}`)).toHaveLength(1));
    const all = ["/Helpdesk/search", "/Vendors", "/Charities", "/Charities/campaigns", "/Cards", "/Accounts"];
    expect(all.filter((path) => server.asked(`GET ${path}`).length > 0)).toEqual(paths);
  });

  it("says when nothing matches", async () => {
    server.on("GET /Helpdesk/search", () => noneAtDesk);
    show("ADMINISTRATOR");
    type("zzzz");
    await waitFor(() => expect(screen.getByRole("status").textContent).toContain("Nothing matches “zzzz”"));
    expect(screen.queryByRole("listbox")).toBeNull();
  });
});
