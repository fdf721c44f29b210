// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { refusal, standInServer } from "@/api/testing/server";
import { HelpdeskPage } from "@/areas/admin/helpdesk/HelpdeskPage";
import { adminPaths } from "@/adminPaths";
import { replaceProfile, type Profile } from "@/session/current";
import { currentToasts, dismissToast } from "@/ui/toast";
import { VendorCardListPage } from "./VendorCardListPage";

const server = standInServer();
const CODE = `FR1:${"7K".repeat(16)}`;
const LOOK_UP = `GET /Cards/codes/${encodeURIComponent(CODE)}`;

const own = adminPaths.vendorArea();
const viewed = adminPaths.vendorArea("ten_2");
const lists: [string, { role: string; at: string; list: ReactNode; card: string }][] = [
  [
    "a manager's cards",
    { role: "MANAGER", at: own.cards(), list: <VendorCardListPage />, card: own.card("crd_1") },
  ],
  [
    "the helpdesk",
    { role: "ADMINISTRATOR", at: adminPaths.cards(), list: <HelpdeskPage />, card: viewed.card("crd_1") },
  ],
];

/** Everything that has stood in the address. */
let addresses: string[];

function show(role: string, at: string, list: ReactNode) {
  const tenant = role === "MANAGER" ? { tenantType: "VENDOR", tenantIds: ["ten_2"] } : { tenantType: null };
  replaceProfile({ userId: "per_1", roles: [role], tenantIds: [], ...tenant } as unknown as Profile);
  const [path = ""] = at.split("?");
  const routes = [
    { path, element: list },
    { path: "*", element: <h1>Elsewhere</h1> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  router.subscribe(({ location }) => addresses.push(location.pathname + location.search));
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const box = () => screen.getByRole<HTMLInputElement>("searchbox");
/** With the focus in the box; what stood in there before stays. */
const scan = async () => {
  fireEvent.change(box(), { target: { value: box().value + CODE } });
  await act(async () => fireEvent.submit(screen.getByRole("search")));
};

beforeEach(() => {
  addresses = [];
  currentToasts().forEach(({ id }) => dismissToast(id));
  const nothing = { items: [], pageIndex: 1, pageSize: 10, totalPages: 0, totalItems: 0 };
  server.on("GET /Cards", () => nothing);
  server.on("GET /Helpdesk/dead-letters", () => nothing);
  server.on("GET /Helpdesk/search", () => ({
    cards: [],
    orders: [],
    people: [],
    cardCount: 0,
    orderCount: 0,
    personCount: 0,
  }));
  server.on(LOOK_UP, () => ({ id: "crd_1", vendorId: "ten_2" }));
});
afterEach(cleanup);

describe.each(lists)("a code that is scanned into the search of %s", (_, { role, at, list, card }) => {
  it("opens the card, and never stands in the address", async () => {
    const router = show(role, at, list);
    await scan();
    await waitFor(() => expect(router.state.location.pathname).toBe(card));
    expect(addresses.join(" ")).not.toContain("FR1");
  });

  it("leaves the box as it was when it is no card's", async () => {
    server.on(LOOK_UP, () => refusal(404, { traceId: "t1", errorCode: "INVALID_CODE", errorMessage: "" }));
    show(role, `${at}?searchText=Ann`, list);
    await scan();
    await waitFor(() => expect(currentToasts()).toHaveLength(1));
    expect(box().value).toBe("Ann");
    expect(addresses.join(" ")).not.toContain("FR1");
  });

  it("is looked up and taken out of an address that brought it", async () => {
    const router = show(role, `${at}?searchText=${CODE}`, list);
    await waitFor(() => expect(router.state.location.pathname).toBe(card));
    const searches = [...server.asked("GET /Cards"), ...server.asked("GET /Helpdesk/search")];
    expect(searches.map(({ query }) => query.get("searchText") ?? "").join(" ")).not.toContain("FR1");
  });
});
