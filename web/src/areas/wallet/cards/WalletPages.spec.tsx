// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { giftResendSchema } from "@/features/card/ResendDialog";
import { paths } from "@/paths";
import { cardDetail, walletItem, type CardDetail } from "@/shared/testing/samples";
import { badEmail, required, verdicts } from "@/shared/form/testing/verdicts";
import { untranslated } from "@/shared/testing/untranslated";
import { fill } from "@/shared/testing/fields";
import { inMain, pageOf, refusal, renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

const keeper = vi.hoisted(() => ({ kept: undefined as unknown }));
vi.mock("@/session/sealedStorage", () => ({
  sealedStorage: () => ({
    read: async () => keeper.kept,
    write: async (value: unknown) => void (keeper.kept = value),
    forget: () => void (keeper.kept = undefined),
  }),
}));

vi.mock("@/features/cart/PaymentUnderWay", () => ({ PaymentUnderWay: () => "A payment is under way" }));

const gift = {
  isGift: true,
  to: "Margaret",
  recipientEmail: "margaret@home.example",
  from: "Ann",
  giftMessage: "Read on!",
};
const purchase = {
  id: "t1",
  date: "2025-03-05T17:00:00Z",
  amount: 25,
  transactionType: "Purchased" as const,
  balance: 25,
  cardType: 2,
  isReversed: false,
  reason: null,
};

const show = (place: string) => renderApp(place, { as: "shopper" });
const showCard = (changes: Partial<CardDetail> = {}) => {
  server.on("GET /Cards/crd_1", () => cardDetail(changes));
  return show(paths.walletCard("ten_1", "crd_1"));
};

async function openResending() {
  await screen.findByText("Not opened yet.");
  await press("Send the gift again");
  return screen.findByRole("dialog", { name: "Send the gift again" });
}

beforeEach(() => {
  keeper.kept = undefined;
  server.on("GET /Cards/crd_1/transactions", () => pageOf([purchase]));
  server.on("GET /Cards/balance", () => ({ totalBalance: 37.5, cardCount: 2 }));
});

describe("WalletPage", () => {
  it("redirects a clerk without cards to the cards of their shop", async () => {
    server.on("GET /Cards", () => pageOf([]));
    const { place } = renderApp(paths.wallet(), { as: "clerk" });
    await waitFor(() => expect(place()).toBe(paths.scanCards()));
  });

  it("links a clerk with cards to the counter", async () => {
    server.on("GET /Cards", () => pageOf([walletItem()]));
    renderApp(paths.wallet(), { as: "clerk" });
    await screen.findByRole("main");
    const link = await inMain().findByRole("link", { name: "At the counter" });
    expect(link.getAttribute("href")).toBe(paths.counter());
  });

  it("shows each card with its balance, its last digits and the date of its last transaction", async () => {
    server.on("GET /Cards", () => pageOf([walletItem(), walletItem({ id: "crd_2", isDeactive: true })]));
    show(paths.wallet());
    const [first, second] = await screen.findAllByRole("article");
    const shown = within(first as HTMLElement);
    expect(shown.getByRole("link", { name: "Maple Leaf Books" }).getAttribute("href")).toBe(
      "/transactions/ten_1/crd_1",
    );
    expect(shown.getByText("$12.50")).toBeDefined();
    expect(shown.getByText("•••• 0010")).toBeDefined();
    expect(shown.getByText("Mar, 5th 2025")).toBeDefined();
    expect(within(second as HTMLElement).getByText("DEACTIVATED")).toBeDefined();
    expect(server.asked("GET /Cards")[0]?.query.toString()).toBe(
      "walletPart=own&pageSize=12&orderBy=recentTransaction&direction=Desc&pageIndex=1",
    );
    expect((await screen.findByText("To spend")).nextSibling?.textContent).toBe("$37.50");
  });

  it("shows a payment that is under way", async () => {
    server.on("GET /Cards", () => pageOf([walletItem()]));
    show(paths.wallet());
    expect(await screen.findByText("A payment is under way")).toBeDefined();
  });

  it("has neither search nor sorting for a single card", async () => {
    server.on("GET /Cards", () => pageOf([walletItem()]));
    show(paths.wallet());
    await screen.findAllByRole("article");
    const search = screen.getByRole("searchbox", { name: "Search your cards", hidden: true });
    const frame = search.closest("[hidden]");
    expect(frame?.contains(screen.getByLabelText("Sort by"))).toBe(true);
    // The class of the grid would show it again.
    expect(frame?.className).toContain("[&[hidden]]:hidden");
  });

  it("has search and sorting for two cards", async () => {
    server.on("GET /Cards", () => pageOf([walletItem(), walletItem({ id: "crd_2" })]));
    show(paths.wallet());
    await screen.findAllByRole("article");
    expect(screen.getByRole("searchbox", { name: "Search your cards" }).closest("[hidden]")).toBeNull();
  });

  it.each([
    ["links to the shops if it is empty", "", "Your wallet is empty", null],
    ["reports that no cards were given", "?part=given", "You haven’t given any cards yet", null],
    ["shows No Data if the search finds nothing", "?q=bakery", "No Data", "bakery"],
  ])("%s", async (_, search, text, asked) => {
    server.on("GET /Cards", () => pageOf([]));
    show(paths.wallet() + search);
    expect(await screen.findByText(text)).toBeDefined();
    expect(server.asked("GET /Cards").map(({ query }) => query.get("searchText"))).toContain(asked);
  });
});

describe("CardPage", () => {
  it("shows code, balance and cardholder, and no way to redeem the card", async () => {
    showCard();
    await screen.findByRole("img", { name: "QR code of this card" });
    await waitFor(() => expect(screen.getByText("CURRENT BALANCE").nextSibling?.textContent).toBe("$12.50"));
    await waitFor(() => expect(screen.getAllByText("4001 2345 6789 0010").length).toBeGreaterThan(0));
    for (const text of ["Ann", "Roy", "ann@home.example"]) expect(screen.getByText(text)).toBeDefined();
    expect(screen.queryByRole("button", { name: /redeem/i })).toBeNull();
    await waitFor(() => expect(server.asked("GET /Cards/crd_1")[0]?.query.get("isMine")).toBe("true"));
  });

  it("explains that the shop sells no more cards, but that this one stays valid", async () => {
    showCard({ vendor: { ...cardDetail().vendor, isActive: false } });
    const said = "Maple Leaf Books no longer sells gift cards here. This one is good as before.";
    expect(await screen.findByText(said)).toBeDefined();
  });

  it("shows the history, five transactions a page", async () => {
    const spent = {
      ...purchase,
      isReversed: true,
      id: "t2",
      amount: 12.5,
      transactionType: "Redeemed" as const,
      reason: "The wrong card",
      balance: 12.5,
    };
    server.on("GET /Cards/crd_1/transactions", () => pageOf([spent, purchase], 2));
    showCard();
    const table = await screen.findByRole("table", { name: "Transaction History" });
    await within(table).findByText("Redeemed");
    expect(within(table).getByText("−$12.50").className).toContain("line-through");
    for (const text of ["Undone", "The wrong card"]) expect(within(table).getByText(text)).toBeDefined();
    await press("Next page");
    const asked = server.asked("GET /Cards/crd_1/transactions").map(({ query }) => query.toString());
    await waitFor(() => expect(asked).toEqual(["pageIndex=1&pageSize=5", "pageIndex=2&pageSize=5"]));
  });

  it("marks a refund in the history, with its reason", async () => {
    const refund = {
      ...purchase,
      id: "t2",
      amount: 12.5,
      transactionType: "Debit" as const,
      isRefund: true,
      reason: "The shop has closed",
      balance: 12.5,
    };
    server.on("GET /Cards/crd_1/transactions", () => pageOf([refund, purchase]));
    showCard();
    const table = await screen.findByRole("table", { name: "Transaction History" });
    const row = (await within(table).findByText("Refund")).closest("tr");
    expect(row?.textContent).toContain("The shop has closed");
    expect(row?.textContent).toContain("−$12.50");
  });

  it("marks a deactivated card with the date, and shows no code", async () => {
    showCard({ isDeactive: true, deactivatedAt: "2025-03-06T17:00:00Z" });
    expect(await screen.findByText("DEACTIVATED")).toBeDefined();
    expect(await screen.findByText(/Deactivated on Mar 6, 2025/)).toBeDefined();
    expect(screen.queryByRole("img", { name: "QR code of this card" })).toBeNull();
  });

  it("leads from a card that another shop took over to the card there, and does not call it deactivated", async () => {
    const moved = { movedTo: "Bean & Gull", movedToVendorId: "ten_2", movedToCardId: "crd_2" };
    showCard({ ...moved, isDeactive: true, deactivatedAt: "2025-03-06T17:00:00Z", cardBalance: 0 });
    expect(await screen.findByText(/can now be spent at Bean & Gull/)).toBeDefined();
    const link = screen.getByRole("link", { name: "See the card" });
    expect(link.getAttribute("href")).toBe(paths.walletCard("ten_2", "crd_2"));
    expect(screen.queryByText(/deactivated/i)).toBeNull();
  });

  it("shows a card of a cancelled order as empty, with no word about a balance", async () => {
    const deactivatedAt = "2025-03-06T17:00:00Z";
    showCard({ isDeactive: true, isCancelled: true, deactivatedAt, cardBalance: 0 });
    expect(await screen.findByText("Cancelled")).toBeDefined();
    expect(await screen.findByText(/cancelled and refunded/)).toBeDefined();
    expect(screen.queryByText(/not lost/)).toBeNull();
  });

  it.each([
    ["an unknown or another person's", 404, "NOT_FOUND"],
    ["an invalid", 400, "VALIDATION"],
  ])("returns to the wallet with a message for %s card", async (_, status, errorCode) => {
    server.on("GET /Cards", () => pageOf([]));
    server.on("GET /Cards/crd_1", () => refusal(status, { errorCode, errorMessage: "Gone." }));
    const { router } = show(paths.walletCard("ten_1", "crd_1"));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.wallet()));
    await waitFor(() => expect(toasts()).toEqual(["Gone."]));
  });
});

const keepOneCard = () =>
  (keeper.kept = { asOf: new Date().toISOString(), cards: [walletItem()], details: { crd_1: cardDetail() } });
const hang = () => vi.stubGlobal("fetch", async () => new Promise(() => undefined));

describe("the wallet while the network hangs", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true }));
  afterEach(() => vi.useRealTimers());

  it("shows a card's code at once, and after three seconds the time of its balance", async () => {
    keepOneCard();
    hang();
    show(paths.walletCard("ten_1", "crd_1"));
    expect(await screen.findByRole("img", { name: "QR code of this card" })).toBeDefined();
    expect(screen.queryByText(/Balances as of/)).toBeNull();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await screen.findByText(/Balances as of/)).toBeDefined();
  });

  it("shows the stored cards at once, and after a second the time of their balances", async () => {
    keepOneCard();
    hang();
    show(paths.wallet());
    expect(await screen.findByRole("link", { name: "Maple Leaf Books" })).toBeDefined();
    expect(screen.queryByText(/Balances as of/)).toBeNull();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await screen.findByText(/Balances as of/)).toBeDefined();
    expect(screen.getByRole("link", { name: "Maple Leaf Books" })).toBeDefined();
    // Its code would not load either, and say so above the cards.
    expect(screen.queryByText("A payment is under way")).toBeNull();
  });

  it.each(["?q=maple", "?order=createdAt"])(
    "shows no stored cards in the first second of a search or another order: %s",
    async (search) => {
      keepOneCard();
      hang();
      show(paths.wallet() + search);
      await screen.findByRole("heading", { level: 1 });
      await vi.advanceTimersByTimeAsync(900);
      expect(screen.queryByRole("article")).toBeNull();
      await vi.advanceTimersByTimeAsync(100);
      expect(await screen.findByText(/Balances as of/)).toBeDefined();
    },
  );
});

describe("the wallet without a network", () => {
  it("shows a gift without the button to send it again", async () => {
    keeper.kept = {
      asOf: new Date().toISOString(),
      cards: [walletItem()],
      details: { crd_1: cardDetail(gift) },
    };
    vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
    show(paths.walletCard("ten_1", "crd_1"));
    expect(await screen.findByText("margaret@home.example")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Send the gift again" })).toBeNull();
  });

  it("does not show stored data after a refusal of the server", async () => {
    keeper.kept = { asOf: new Date().toISOString(), cards: [walletItem()], details: { crd_1: cardDetail() } };
    server.on("GET /Cards", () => pageOf([]));
    server.on("GET /Cards/crd_1", () => refusal(404, { errorCode: "NOT_FOUND", errorMessage: "Gone." }));
    const { router } = show(paths.walletCard("ten_1", "crd_1"));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.wallet()));
    expect(screen.queryByRole("article")).toBeNull();
  });
});

describe("CardPage of a gift for its buyer", () => {
  const recipient = "Recipient Email";

  it("shows the button to send it again first, and its code only on request", async () => {
    showCard({ ...gift, firstName: "Margaret", lastName: "", email: gift.recipientEmail });
    expect(await screen.findByText("On its way to Margaret")).toBeDefined();
    const looks = screen
      .getAllByRole("button")
      .filter(({ className }) => className.includes("button-primary"));
    expect(looks.map(({ textContent }) => textContent)).toEqual(["Send the gift again"]);
    const instead = screen.getByText("Print or show the code instead").closest("details");
    expect(instead?.open).toBe(false);
    expect(instead?.querySelector("[role=img]")?.getAttribute("aria-label")).toBe("QR code of this card");
    await press("Show at the counter");
    expect(await screen.findByRole("dialog", { name: "Maple Leaf Books" })).toBeDefined();
  });

  it("names the recipient once, and the number next to the code", async () => {
    showCard({ ...gift, firstName: "Margaret", lastName: "", email: gift.recipientEmail });
    await screen.findByText("On its way to Margaret");
    expect(screen.getAllByText(gift.recipientEmail)).toHaveLength(1);
    expect(screen.getAllByText("Margaret")).toHaveLength(1);
    expect(screen.getAllByText("4001 2345 6789 0010")).toHaveLength(1);
  });

  it("shows when it was opened, and can still send it again", async () => {
    showCard({ ...gift, openedAt: "2025-03-06T17:00:00Z" });
    expect(await screen.findByText("Margaret has opened it")).toBeDefined();
    expect(screen.getByText("Opened on Mar 6, 2025, and not in a wallet yet.")).toBeDefined();
    expect(screen.getByRole("button", { name: "Send the gift again" })).toBeDefined();
  });

  it("shows no code once the recipient has claimed it, and can't send it again", async () => {
    showCard({ ...gift, qrCode: null, claimedAt: "2025-03-06T17:00:00Z" });
    expect(await screen.findByText(/in Margaret’s wallet now/)).toBeDefined();
    expect(await screen.findByText("Saved to a wallet on Mar 6, 2025.")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Send the gift again" })).toBeNull();
    expect(screen.getByText("AMOUNT GIVEN").nextSibling?.textContent).toBe("$25.00");
    expect(screen.queryByText("CURRENT BALANCE")).toBeNull();
    expect(screen.queryByText("Transaction History")).toBeNull();
    expect(server.asked("GET /Cards/crd_1/transactions")).toEqual([]);
  });

  it.each([
    ["", required("Recipient Email")],
    ["margaret@", badEmail],
  ])("giftResendSchema: reports for %j: %s", (recipientEmail, verdict) => {
    expect(verdicts(giftResendSchema(), { recipientEmail })).toEqual({ recipientEmail: verdict });
  });

  it("giftResendSchema: has all messages in French", () => {
    expect(untranslated(giftResendSchema, { recipientEmail: "" })).toEqual([]);
  });

  it("sends it again, confirms that, and resets the dialog", async () => {
    server.on("POST /Cards/crd_1/resend-gift-card", () => undefined);
    showCard(gift);
    await openResending();
    fill(recipient, " margaret@work.example ");
    await press("Send");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(toasts().some((text) => text.startsWith("Resent mail to "))).toBe(true));
    const [asked] = server.asked("POST /Cards/crd_1/resend-gift-card");
    await waitFor(() => expect(asked?.body).toEqual({ recipientEmail: "margaret@work.example" }));
    await openResending();
    const sentTo = "margaret@home.example";
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(recipient).value).toBe(sentTo));
  });
});

describe("ReportLost", () => {
  it("asks for confirmation, replaces the code and shows the new one", async () => {
    server.on("POST /Cards/crd_1/lost", () => cardDetail({ cardNumber: "9999888877776666" }));
    showCard();
    await press("Report this card lost");
    const dialog = within(await screen.findByRole("dialog", { name: "Give this card a new code?" }));
    server.on("GET /Cards/crd_1", () => cardDetail({ cardNumber: "9999888877776666" }));
    fireEvent.click(dialog.getByRole("button", { name: "Get a new code" }));
    await waitFor(() =>
      expect(toasts()).toContain("The card has a new code. The old one is worth nothing now."),
    );
    expect(await screen.findAllByText("9999 8888 7777 6666")).not.toHaveLength(0);
    expect(server.asked("POST /Cards/crd_1/lost")).toHaveLength(1);
  });

  it("is hidden for a card in another wallet", async () => {
    showCard({ ...gift, qrCode: null, claimedAt: "2025-03-06T17:00:00Z" });
    await screen.findByRole("main");
    await inMain().findAllByText(/Margaret/);
    expect(screen.queryByRole("button", { name: "Report this card lost" })).toBeNull();
  });
});
