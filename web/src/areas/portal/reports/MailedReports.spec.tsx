// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { adminPaths } from "@/adminPaths";
import { pageOf, renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import type { ReportSubscription } from "./mailedReport";

const monthly: ReportSubscription = {
  id: "rsb_1",
  report: "CHARITY",
  tenantId: "ten_food",
  tenantName: "Food for All",
  cadence: "MONTHLY",
  cardType: 0,
  campaignId: "cam_1",
  campaignName: "Warm Meals",
  nextDay: "2025-04-01",
};

const weekly: ReportSubscription = { ...monthly, id: "rsb_2", cadence: "WEEKLY", nextDay: "2025-03-24" };

let mailed: ReportSubscription[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2025-03-20T15:00:00Z"), toFake: ["Date"] });
  mailed = [monthly];
  const none = { totalPurchasedAmount: 0, totalFundraising: 0, transactions: [] };
  server.on("GET /Report/charity", () => ({
    ...none,
    ...pageOf([]),
  }));
  server.on("GET /Report/days", () => ({ days: [] }));
  server.on("GET /Charities/campaigns", () => pageOf([{ id: "cam_1", name: "Warm Meals" }]));
  server.on("GET /Charities/ten_food", () => ({ displayName: "Food for All", state: "ACTIVE" }));
  server.on("GET /Report/subscriptions", () => mailed);
  server.on("POST /Report/subscriptions", () => {
    mailed = [...mailed, weekly];
    return weekly;
  });
  server.on("DELETE /Report/subscriptions/rsb_1", () => {
    mailed = mailed.filter(({ id }) => id !== "rsb_1");
    return undefined;
  });
});

describe("MailedReports", () => {
  it("subscribes to the report as shown, and ends subscriptions one by one", async () => {
    const address = `${adminPaths.charityArea().reporting()}?campaignId=cam_1&cardType=1`;
    const { place } = renderApp(address, { as: "charity manager" });
    await press("By email");
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText(/^Monthly, next on April.1,.2025$/)).toBeDefined();
    fireEvent.click(dialog.getByRole("button", { name: "Send it to me" }));
    await dialog.findByText(/^Weekly, next on March.24,.2025$/);
    expect(server.asked("POST /Report/subscriptions").map(({ body }) => body)).toEqual([
      { report: "CHARITY", tenantId: "ten_food", cadence: "WEEKLY", cardType: 1, campaignId: "cam_1" },
    ]);
    fireEvent.click(dialog.getByRole("button", { name: /^End: Food for All, Warm Meals \(Monthly/ }));
    await waitFor(() => expect(dialog.getAllByRole("listitem")).toHaveLength(1));
    expect(toasts().map((text) => text?.replaceAll("\u00a0", " "))).toEqual([
      "The next one comes on March 24, 2025",
      "This report doesn’t come by email any more",
    ]);
    fireEvent.click(dialog.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(place()).not.toContain("byMail");
  });
});
