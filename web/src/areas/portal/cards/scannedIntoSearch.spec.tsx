// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { nothing } from "@/shared/testing/samples";
import type { Who } from "@/shared/testing/render";
import { refusal, renderApp, server, toasts } from "@/testing/renderApp";

const CODE = `FR1:${"7K".repeat(16)}`;
const LOOK_UP = `GET /Cards/codes/${encodeURIComponent(CODE)}`;

const own = adminPaths.vendorArea();
const viewed = adminPaths.vendorArea("ten_1");
const lists: [string, { as: Who; at: string; card: string }][] = [
  ["a manager's cards", { as: "manager", at: own.cards(), card: own.card("crd_1") }],
  ["the helpdesk", { as: "administrator", at: adminPaths.cards(), card: viewed.card("crd_1") }],
];

/** All addresses since the page opened. */
let addresses: string[];

function show(at: string, as: Who) {
  const { router } = renderApp(at, { as });
  router.subscribe(({ location }) => addresses.push(location.pathname + location.search));
  return router;
}

const box = () => screen.getByRole<HTMLInputElement>("searchbox");
/** Scans with the focus in the search field, after the text that is already there. */
const scan = async () => {
  await screen.findByRole("searchbox");
  fireEvent.change(box(), { target: { value: box().value + CODE } });
  await act(async () => fireEvent.submit(screen.getByRole("search")));
};

beforeEach(() => {
  addresses = [];
  server.on("GET /Cards", () => nothing);
  for (const list of ["reviews", "reversals", "differences", "dead-letters"] as const)
    server.on(`GET /Helpdesk/${list}`, () => nothing);
  const found = { cards: [], orders: [], people: [], cardCount: 0, orderCount: 0, personCount: 0 };
  server.on("GET /Helpdesk/search", () => found);
  server.on("GET /Cards/crd_1", () => refusal(500, {}));
  server.on("GET /Vendors/ten_1", () => ({ displayName: "Maple Leaf Books", state: "ACTIVE" }));
  server.on(LOOK_UP, () => ({ id: "crd_1", vendorId: "ten_1" }));
});

describe.each(lists)("code scanned into the search of %s", (_, { as, at, card }) => {
  it("opens the card, and never appears in the address", async () => {
    const router = show(at, as);
    await scan();
    await waitFor(() => expect(router.state.location.pathname).toBe(card));
    expect(addresses.join(" ")).not.toContain("FR1");
  });

  it("leaves the search unchanged when it is not a card's code", async () => {
    server.on(LOOK_UP, () => refusal(404, { traceId: "t1", errorCode: "INVALID_CODE", errorMessage: "" }));
    show(`${at}?searchText=Ann`, as);
    await scan();
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(box().value).toBe("Ann");
    expect(addresses.join(" ")).not.toContain("FR1");
  });

  it("is looked up and removed from an address that contains it", async () => {
    const router = show(`${at}?searchText=${CODE}`, as);
    await waitFor(() => expect(router.state.location.pathname).toBe(card));
    const searches = [...server.asked("GET /Cards"), ...server.asked("GET /Helpdesk/search")];
    expect(searches.map(({ query }) => query.get("searchText") ?? "").join(" ")).not.toContain("FR1");
  });
});
