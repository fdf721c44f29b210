// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { m } from "@/i18n";
import { pageOf, renderApp, server } from "@/testing/renderApp";

const order = {
  orderId: "ord_1",
  orderNumber: "n7k2",
  buyerName: "Ann Lee",
  buyerEmail: "ann@shop.example",
  amount: 50,
};

const gift = {
  id: "crd_1",
  cardNumber: "••••1234",
  vendorId: "ten_1",
  vendorName: "River Bakery",
  cardValue: 50,
  giftTo: "Bob",
  recipientEmail: "bob@shop.example",
  step: "OPENED" as const,
  createdAt: "2025-03-04T15:00:00Z",
  openedAt: "2025-03-05T15:00:00Z",
};

describe("lists behind the dashboard's figures", () => {
  it("show the gifts of a status, period and brand", async () => {
    const asked: string[] = [];
    server.on("GET /Helpdesk/gifts", ({ query }) => {
      asked.push(query.toString());
      return pageOf([gift]);
    });
    const days = "startDate=2025-03-01&endDate=2025-03-31";
    renderApp(`${adminPaths.gifts()}?${days}&step=OPENED&cardType=2`, { as: "administrator" });
    const row = await screen.findByRole("link", { name: /1234/ });
    expect(row.getAttribute("href")).toBe(adminPaths.vendorArea("ten_1").card("crd_1"));
    expect(screen.getByRole("table", { name: m.helpdesk_gifts() }).textContent).toContain("bob@shop.example");
    expect(asked).toEqual([`pageIndex=1&pageSize=10&${days}&step=OPENED&cardType=2`]);
  });

  it("show the payments with a message of the gateway, until the filter is removed", async () => {
    const asked: (string | null)[] = [];
    server.on("GET /Helpdesk/payments", ({ query }) => {
      asked.push(query.get("message"));
      const sentAt = "2025-03-04T15:00:00Z";
      const payment = {
        ...order,
        id: "pay_1",
        state: "DECLINED",
        message: "Declined.",
        reason: null,
        paidWith: null,
        sentAt,
      };
      return pageOf([payment]);
    });
    renderApp(`${adminPaths.payments()}?end=FAILED&message=Declined.`, { as: "administrator" });
    const row = await screen.findByRole("link", { name: "n7k2" });
    expect(row.getAttribute("href")).toBe(adminPaths.order("ord_1"));
    const badges = screen.getByRole("list", { name: m.lists_filters() });
    fireEvent.click(within(badges).getByRole("button", { name: /Declined\./ }));
    await waitFor(() => expect(asked).toEqual(["Declined.", null]));
  });

  it("show refunds with their reasons", async () => {
    const refund = {
      ...order,
      id: "rfd_1",
      isWhole: false,
      reason: "The shop has closed",
      createdAt: "2025-03-04T15:00:00Z",
    };
    server.on("GET /Helpdesk/refunds", () => pageOf([refund]));
    renderApp(adminPaths.refunds(), { as: "administrator" });
    const table = await screen.findByRole("table", { name: m.helpdesk_refund_list() });
    await within(table).findByText("The shop has closed");
    expect(table.textContent).toContain(m.helpdesk_refund_part());
  });
});
