// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { currentProfile } from "@/session/current";
import { notifyNoticeNews } from "@/session/noticeNews";
import { renderPiece, server, signInAs, toasts, type Who } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import { Bell } from "./Bell";
import { noticeLink, noticeSentence, type BellNotice } from "./notices";

const redeemed: BellNotice = {
  id: "ntc_1",
  kind: "LARGE_REDEMPTION",
  feed: "ten_1",
  tenantId: "ten_1",
  tenantName: "Maple Leaf Books",
  tenantKind: "VENDOR",
  cardId: "crd_1",
  cardNumber: "•••• 0010",
  isFrozen: null,
  value: 250,
  cards: null,
  day: null,
  payoutId: null,
  payoutStep: null,
  orderId: null,
  formerCharityRate: null,
  charityRate: null,
  campaignId: null,
  campaignName: null,
  isFull: null,
  createdAt: "2025-03-05T17:00:00Z",
  isRead: false,
};
const frozen: BellNotice = {
  ...redeemed,
  id: "ntc_2",
  kind: "FREEZE",
  isFrozen: true,
  value: null,
  isRead: true,
};
const bank: BellNotice = { ...redeemed, kind: "BANK_CHANGED", cardId: null, cardNumber: null, value: null };
const sales: BellNotice = { ...bank, kind: "DAILY_SALES", cards: 2, value: 125, day: "2025-03-04" };

const refund: BellNotice = {
  ...bank,
  kind: "REFUND_WAITS",
  feed: "platform",
  tenantId: null,
  tenantName: null,
  tenantKind: null,
  orderId: "ord_1",
  value: 100,
};

const rate: BellNotice = {
  ...bank,
  kind: "RATE_CHANGED",
  feed: "platform",
  formerCharityRate: 10,
  charityRate: 8,
};

const closing: BellNotice = { ...bank, kind: "CLOSING_WAITS", feed: "platform", cards: 92, value: 2350 };
const half: BellNotice = {
  ...bank,
  kind: "CAMPAIGN_MILESTONE",
  feed: "ten_food",
  tenantKind: "CHARITY",
  campaignId: "cam_1",
  campaignName: "Warm Meals",
  isFull: false,
  value: 500,
};
const answered: BellNotice = { ...bank, kind: "REGISTRATION_ANSWERED", feed: "platform" };

const allRead: BellNotice[] = [{ ...redeemed, isRead: true }, frozen];

let notices: BellNotice[] = [];

function show(who: Who) {
  signInAs(who);
  const profile = currentProfile();
  if (!profile) throw new Error("Nobody is signed in");
  return renderPiece(<Bell profile={profile} />, { path: "*" });
}

beforeEach(() => {
  notices = [redeemed, frozen];
  server.on("GET /Notices", () => ({
    items: notices,
    pageIndex: 1,
    pageSize: 10,
    totalPages: 1,
    totalItems: notices.length,
    unread: notices.filter(({ isRead }) => !isRead).length,
  }));
  server.on("PUT /Notices/ntc_1/read", () => {
    notices = allRead;
    return undefined;
  });
  server.on("POST /Notices/read", () => {
    notices = allRead;
    return undefined;
  });
});

describe("Bell", () => {
  it("marks all as read", async () => {
    notices = [redeemed, { ...frozen, isRead: false }];
    show("manager");
    await screen.findByRole("button", { name: "2 unread notices" });
    await press("Mark all as read", { hidden: true });
    await screen.findByRole("button", { name: "Notices, none unread" });
    expect(screen.queryByRole("button", { name: "Mark all as read", hidden: true })).toBeNull();
  });

  it("counts new notices when the live channel announces them", async () => {
    notices = [];
    show("manager");
    expect(await screen.findByText(/^Nothing so far\./)).toBeDefined();
    notices = [redeemed];
    notifyNoticeNews();
    await screen.findByRole("button", { name: "1 unread notice" });
  });

  it("saves the settings of the user's workplace, with an amount that the server accepts", async () => {
    const settings = {
      dailySales: true,
      largeRedemption: true,
      largeAmount: 200,
      freeze: true,
      bankChanged: false,
      payout: true,
    };
    server.on("GET /Notices/settings/ten_1", () => settings);
    server.on("PUT /Notices/settings/ten_1", () => settings);
    show("manager");
    await press("Notice settings", { hidden: true });
    const dialog = within(await screen.findByRole("dialog"));
    const amount = await dialog.findByLabelText("Large from ($)");
    fireEvent.change(amount, { target: { value: "19.99" } });
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText("Please enter an amount from $20 to $10,000.")).toBeDefined();
    fireEvent.change(amount, { target: { value: "50,50" } });
    fireEvent.click(dialog.getByRole("checkbox", { name: "Cards deactivated or reactivated" }));
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(toasts()).toEqual(["Notice settings saved"]);
    expect(server.asked("PUT /Notices/settings/ten_1").map(({ body }) => body)).toEqual([
      { ...settings, largeAmount: 50.5, freeze: false },
    ]);
  });

  it("shows an administrator only the platform's notices", async () => {
    server.on("GET /Notices/settings/platform", () => ({
      dailySales: null,
      largeRedemption: null,
      largeAmount: null,
      freeze: true,
      bankChanged: true,
      payout: null,
    }));
    show("administrator");
    await press("Notice settings", { hidden: true });
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("checkbox", { name: "Changes of the bank account" });
    expect(dialog.getAllByRole("checkbox")).toHaveLength(2);
    expect(dialog.queryByLabelText("Large from ($)")).toBeNull();
  });
});

describe("notice of the bell", () => {
  it.each([
    [redeemed, "$250.00 redeemed from card •••• 0010"],
    [frozen, "Card •••• 0010 deactivated"],
    [{ ...frozen, isFrozen: false }, "Card •••• 0010 reactivated"],
    [{ ...frozen, cardId: null, cardNumber: null, cards: 1 }, "Cards deactivated: 1"],
    [{ ...frozen, cardId: null, cardNumber: null, cards: 12, isFrozen: false }, "Cards reactivated: 12"],
    [bank, "Bank account of Maple Leaf Books changed"],
    [sales, "2 cards sold on Mar 4, 2025, $125.00"],
    [refund, "A refund of $100.00 waits for a second person"],
    [{ ...refund, kind: "LIMIT_WAITS" as const }, "A buying limit of $100.00 waits for a second person"],
    [rate, "Maple Leaf Books changed its charity rate from 10% to 8%"],
    [closing, "Closing Maple Leaf Books: refunding $2,350.00 waits for a second person"],
    [half, "Warm Meals is half-way to its goal: $500.00 raised"],
    [{ ...half, isFull: true }, "Warm Meals reached its goal: $500.00 raised"],
    [answered, "Maple Leaf Books has completed its registration"],
    [{ ...sales, cards: 1 }, "1 card sold on Mar 4, 2025, $125.00"],
  ])("has a text: %#", (notice, sentence) => {
    expect(noticeSentence(notice).replaceAll("\u00a0", " ")).toBe(sentence);
  });

  it.each<[BellNotice, Who, string | undefined]>([
    [redeemed, "manager", "/admin/vendor/cards-transaction/crd_1"],
    [bank, "manager", "/admin/vendor/information"],
    [{ ...bank, feed: "ten_food", tenantKind: "CHARITY" }, "charity manager", "/admin/charity/information"],
    [sales, "manager", "/admin/vendor/reporting?startDate=2025-03-04&endDate=2025-03-04&cardType=0"],
    [{ ...frozen, feed: "platform" }, "administrator", "/admin/vendors/view/ten_1/cards-transaction/crd_1"],
    [{ ...bank, feed: "platform" }, "administrator", "/admin/vendors/view/ten_1/information"],
    [{ ...bank, kind: "PAYOUTS_RESUMED", feed: "platform" }, "administrator", "/admin/vendors/ten_1"],
    [rate, "administrator", "/admin/vendors/view/ten_1/information"],
    [closing, "administrator", "/admin/vendors/ten_1"],
    [{ ...answered, tenantKind: "CHARITY" }, "administrator", "/admin/charities/ten_1"],
    [half, "charity manager", "/admin/charity/campaigns/cam_1"],
    [refund, "administrator", "/admin/cards/orders/ord_1"],
    [{ ...refund, kind: "LIMIT_WAITS", orderId: null }, "administrator", "/admin/cards/open/limits"],
    [{ ...redeemed, feed: "ten_2" }, "manager", undefined],
  ])("links to its page: %#", (notice, who, place) => {
    signInAs(who);
    const profile = currentProfile();
    expect(profile && noticeLink(notice, profile)).toBe(place);
  });
});
