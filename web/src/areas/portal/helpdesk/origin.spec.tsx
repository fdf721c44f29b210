// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { cardDetail, nothing } from "@/shared/testing/samples";
import { renderApp, server } from "@/testing/renderApp";
import { deskCard, deskOrder, dossier, personDossier } from "./testing/samples";

const SEARCHED = `${adminPaths.cards()}?searchText=Roy`;
const vendorArea = adminPaths.vendorArea("ten_books");

function open(at: string) {
  for (const list of ["reviews", "reversals", "differences", "dead-letters"] as const)
    server.on(`GET /Helpdesk/${list}`, () => nothing);
  const found = { cards: [deskCard()], orders: [deskOrder], people: [] };
  server.on("GET /Helpdesk/search", () => ({ ...found, cardCount: 1, orderCount: 1, personCount: 0 }));
  server.on("GET /Helpdesk/orders/ord_1", () => dossier({ cards: [deskCard()] }));
  server.on("GET /Helpdesk/people/per_1", personDossier);
  server.on("GET /Vendors/ten_books", () => ({ displayName: "Maple Leaf Books", state: "ACTIVE" }));
  server.on("GET /Cards/crd_1", () => cardDetail({ vendorId: "ten_books", orderId: "ord_1" }));
  server.on("GET /Cards/crd_1/transactions", () => nothing);
  return renderApp(at, { as: "administrator" }).place;
}

const follow = async (name: string) => {
  const link = await screen.findByRole("link", { name });
  await act(async () => fireEvent.click(link));
};

it("HelpdeskPage: starts with open cases and links to the lists, without reading any cards", async () => {
  open(adminPaths.cards());
  const refunds = await screen.findByRole("link", { name: "Refunds" });
  expect(refunds.getAttribute("href")).toBe(adminPaths.refunds());
  expect(screen.getByRole("link", { name: "Gifts" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Payments" })).toBeDefined();
  expect(server.asked("GET /Helpdesk/search")).toEqual([]);
});

describe("card page opened from support", () => {
  it("has no shop tabs, frame or redeem button, and marks the support entry", async () => {
    open(SEARCHED);
    await follow("4001 2345 6789 0010");
    await screen.findByText("Current balance", { exact: false });
    expect(screen.queryByText(/^You are viewing/)).toBeNull();
    expect(screen.queryByRole("navigation", { name: /^Pages of/ })).toBeNull();
    expect(screen.queryByRole("button", { name: "Redeem" })).toBeNull();
    const [desk] = screen.getAllByRole("link", { name: /^Cards & Orders/ });
    expect(desk?.getAttribute("aria-current")).toBe("page");
    const [vendors] = screen.getAllByRole("link", { name: /^Vendors/ });
    expect(vendors?.getAttribute("aria-current")).toBeNull();
  });

  it("leads back to the search as it was, by its back link only", async () => {
    const address = open(SEARCHED);
    await follow("4001 2345 6789 0010");
    await waitFor(() => expect(address()).toBe(vendorArea.card("crd_1")));
    expect(screen.queryByRole("link", { name: "All vendors" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Back to Cards" })).toBeNull();
    await follow("Back to cards and orders");
    await waitFor(() => expect(address()).toBe(SEARCHED));
  });

  it("leads to its order, and from there to the search", async () => {
    const address = open(SEARCHED);
    await follow("4001 2345 6789 0010");
    await follow("See order");
    await waitFor(() => expect(address()).toBe(adminPaths.order("ord_1")));
    await screen.findByRole("heading", { level: 1, name: /7q2n4w/ });
    await follow("Back to cards and orders");
    await waitFor(() => expect(address()).toBe(SEARCHED));
  });

  it("leads back to the order from which it was opened, and from there to the search", async () => {
    const address = open(SEARCHED);
    await follow("7q2n4w");
    await follow("4001 2345 6789 0010");
    await follow("See order");
    await waitFor(() => expect(address()).toBe(adminPaths.order("ord_1")));
    await screen.findByRole("heading", { level: 1, name: /7q2n4w/ });
    await follow("Back to cards and orders");
    await waitFor(() => expect(address()).toBe(SEARCHED));
  });

  it("leads to its order, the buyer and their purchases, and back", async () => {
    const address = open(SEARCHED);
    await follow("7q2n4w");
    await follow("Their orders and cards");
    await waitFor(() => expect(address()).toBe(adminPaths.person("per_1")));
    await screen.findByRole("heading", { level: 1, name: "Ann Roy" });
    expect(screen.getByText("Consumer")).toBeDefined();
    expect(screen.queryByRole("link", { name: "Manage account and roles" })).toBeNull();
    await follow("4001 2345 6789 0010");
    await follow("Back to the person");
    await follow("Back to the order");
    await waitFor(() => expect(address()).toBe(adminPaths.order("ord_1")));
  });

  it("leads to its order from every page", async () => {
    open(vendorArea.card("crd_1"));
    expect(await screen.findByRole("link", { name: "All vendors" })).toBeDefined();
    expect(screen.getByRole("link", { name: "Back to Cards" })).toBeDefined();
    await follow("See order");
    await follow("Back to the card");
    expect(await screen.findByRole("link", { name: "All vendors" })).toBeDefined();
  });
});
