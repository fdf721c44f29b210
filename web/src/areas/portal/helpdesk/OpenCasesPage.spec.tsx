// @vitest-environment jsdom
import { cleanup, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { noOpenCases } from "@/shared/testing/samples";
import { pageOf, renderApp, server } from "@/testing/renderApp";

it("OpenCasesPage: lists all open cases of one kind, or says that there are none", async () => {
  server.on("GET /Helpdesk/open", () => noOpenCases);
  server.on("GET /Helpdesk/reversals", () => pageOf([]));
  renderApp(adminPaths.openCases("reversals"), { as: "administrator" });
  expect(await screen.findByText("Nothing waits for you.")).toBeDefined();
  expect(server.asked("GET /Helpdesk/reviews")).toHaveLength(0);
});

it("OpenCasesPage: lists payments that the gateway holds among the held orders", async () => {
  server.on("GET /Helpdesk/open", () => ({ ...noOpenCases, heldPayments: 1 }));
  server.on("GET /Helpdesk/reviews", () => pageOf([]));
  const payment = {
    id: "pay_1",
    orderId: "ord_1",
    orderNumber: "n7k2",
    buyerName: "Ann Lee",
    buyerEmail: "ann@shop.example",
    amount: 50,
    state: "HELD",
    message: null,
    reason: null,
    paidWith: null,
    sentAt: "2025-03-04T15:00:00Z",
  };
  server.on("GET /Helpdesk/payments", ({ query }) => pageOf(query.get("state") === "HELD" ? [payment] : []));
  renderApp(adminPaths.openCases("reviews"), { as: "administrator" });
  expect(await screen.findByRole("heading", { level: 1, name: "Held for review" })).toBeDefined();
  const held = await screen.findByRole("table", { name: "Held by the gateway" });
  expect(within(held).getByRole("link").getAttribute("href")).toBe(adminPaths.order("ord_1"));
  expect(screen.queryByText("Nothing waits for you.")).toBeNull();
});

it("OpenCasesPage: links a closing to its shop, and a refused refund to its order", async () => {
  server.on("GET /Helpdesk/open", () => ({ ...noOpenCases, shopClosings: 1, refusedRefunds: 1 }));
  const closing = {
    id: "scl_1",
    vendorId: "ten_books",
    vendorName: "Maple Leaf Books",
    cards: 92,
    amount: 2350,
    reason: "It went bankrupt",
    isOwn: false,
    requestedByName: "Adam Roy",
    requestedAt: "2025-03-04T15:00:00Z",
  };
  const refund = {
    id: "rfd_1",
    orderId: "ord_1",
    orderNumber: "n7k2",
    buyerName: "Ann Lee",
    buyerEmail: "ann@shop.example",
    amount: 50,
    refusal: "CHARGE_TOO_OLD" as const,
    refusedAt: "2025-03-04T15:00:00Z",
    bankAskedAt: "2025-03-05T15:00:00Z",
  };
  server.on("GET /Helpdesk/shop-closings", () => pageOf([closing]));
  server.on("GET /Helpdesk/refused-refunds", () => pageOf([refund]));
  renderApp(adminPaths.openCases("closings"), { as: "administrator" });
  const closings = await screen.findByRole("table", { name: "Closings of shops" });
  expect(within(closings).getByRole("link").getAttribute("href")).toBe(adminPaths.vendor("ten_books"));
  cleanup();
  renderApp(adminPaths.openCases("refused"), { as: "administrator" });
  const refused = await screen.findByRole("table", { name: "Refunds refused by the gateway" });
  expect(within(refused).getByRole("link").getAttribute("href")).toBe(adminPaths.order("ord_1"));
  expect(refused.textContent).toContain("older than the gateway’s 180 days");
  expect(refused.textContent).toContain("waits for a second person");
});
