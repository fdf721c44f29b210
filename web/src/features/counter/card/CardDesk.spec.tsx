// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { refusal } from "@/api/testing/server";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import {
  REDEEM,
  amount,
  desk,
  keysSent,
  lateAnswer,
  loseAnswer,
  movement,
  pressKeys,
  problem,
  redeem,
  scan,
  server,
  show,
  showTo,
  typeAndRedeem,
  signedInAs,
  toasts,
} from "@/features/counter/testing/desk";
import type { Role } from "@/session/current";
import { press } from "@/ui/testing/press";

describe("CardDesk", () => {
  it("shows balance, cardholder and history", async () => {
    await show();
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("•••• 5670"));
    for (const text of ["$14.50", "Ann", "Roy", "a***@home.example", "Maple Leaf Books"]) {
      expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
    }
    const row = (await screen.findByText("Redeemed")).closest("tr");
    expect(row?.textContent).toContain("−$10.50");
    expect(screen.queryByRole("link", { name: "Another card" })).toBeNull();
  });

  it("offers no actions if the card is opened for viewing", async () => {
    await show("?isView=true");
    expect(screen.queryByRole("button", { name: "Redeem" })).toBeNull();
  });

  it("shows since when a card is frozen, and does not redeem it", async () => {
    desk.card = { ...desk.card, isDeactive: true, deactivatedAt: "2026-03-09T15:00:00Z" };
    await show();
    await waitFor(() =>
      expect(screen.getByText("DEACTIVATED").closest("p")?.textContent).toMatch(/Mar\s9,\s2026/),
    );
    expect(screen.getByText(/Don’t accept this card/)).toBeDefined();
    expect(screen.queryByRole("button", { name: /Redeem|cash|eactivate/ })).toBeNull();
  });

  it("names the shop that took a card over, and neither refuses the customer nor unfreezes the card", async () => {
    desk.card = { ...desk.card, isDeactive: true, movedTo: "Bean & Gull", cardBalance: 0 };
    await show();
    expect(await screen.findByText(/can now be spent at Bean & Gull/)).toBeDefined();
    expect(screen.queryByText(/DEACTIVATED|Don’t accept this card/)).toBeNull();
    expect(screen.queryByRole("button", { name: /Redeem|cash|eactivate/ })).toBeNull();
  });

  it.each([
    ["an empty card", { cardBalance: 0 }, "Nothing is left on this card."],
    ["a frozen card", { isDeactive: true }, /Don’t accept this card/],
    ["the user's own card", { isMine: true }, /somebody else has to serve you/],
  ])("explains why %s can't be redeemed, and links to another card", async (_, change, said) => {
    desk.card = { ...desk.card, ...change };
    await show();
    const link = await screen.findByRole("link", { name: "Another card" });
    expect(link.getAttribute("href")).toBe(paths.scanCode());
    expect(screen.getByText(said)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Redeem" })).toBeNull();
  });

  it("offers nobody to reactivate a card of a cancelled order", async () => {
    signedInAs(["SUPER_ADMINISTRATOR"]);
    desk.card = { ...desk.card, isDeactive: true, isCancelled: true, cardBalance: 0 };
    await show();
    await waitFor(() =>
      expect(screen.getByText("Cancelled").closest("p")?.textContent).toContain("cancelled and refunded"),
    );
    expect(screen.queryByRole("button", { name: /Redeem|cash|eactivate/ })).toBeNull();
  });

  it("lets only super administrators freeze a card", async () => {
    await show();
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>("button", { name: "Deactivate" }).disabled).toBe(true),
    );
    expect(screen.getByText("Only a super administrator can deactivate a card.")).toBeDefined();
    await showTo(["SUPER_ADMINISTRATOR"]);
    await press("Deactivate");
    expect(screen.queryByText("Only a super administrator can deactivate a card.")).toBeNull();
  });
});

describe("RedeemDialog", () => {
  it("redeems the whole balance for a larger bill, and shows the rest to pay", async () => {
    server.on(REDEEM, () => movement(14.5, 0));
    await show();
    await press("Redeem");
    fireEvent.change(amount(), { target: { value: "20" } });
    expect(await screen.findByText("Customer still owes $5.50")).toBeDefined();
    await press("Redeem $14.50");
    expect(await screen.findByText("Customer still owes $5.50")).toBeDefined();
    await waitFor(() => expect(server.asked(REDEEM)[0]?.body).toMatchObject({ value: 14.5 }));
  });

  it("redeems quick amounts and the full balance with one tap", async () => {
    await show();
    await press("Redeem");
    await press("$10");
    expect(await screen.findByRole("button", { name: "Redeem $10.00" })).toBeDefined();
    expect(screen.getByText("$4.50 will be left")).toBeDefined();
    await press("Full balance");
    expect(await screen.findByRole("button", { name: "Redeem $14.50" })).toBeDefined();
    await press("Delete the last digit");
    expect((amount() as HTMLInputElement).value).toBe("14.5");
  });

  it("shows an invalid amount below the field, and sends nothing", async () => {
    await show();
    await press("Redeem");
    await act(async () => fireEvent.submit(amount()));
    expect(await screen.findByText("Value field is required.")).toBeDefined();
    pressKeys("0.5");
    await press("Redeem $0.50");
    expect(await screen.findByText("Value field must be greater than or equal to 1.")).toBeDefined();
    expect(server.asked(REDEEM)).toHaveLength(0);
  });

  it("does not take a second scan of the card for an amount", async () => {
    await show();
    await press("Redeem");
    pressKeys("5");
    expect((await scan("FR1:77", amount())).isEnterKeptOut).toBe(true);
    expect((amount() as HTMLInputElement).value).toBe("");
  });

  it.each<[string, Role[], string]>([
    ["an employee to the counter's list", ["EMPLOYEE"], paths.scanCards()],
    ["a manager to the vendor's cards", ["MANAGER"], adminPaths.vendorArea().cards()],
    [
      "an administrator to that vendor's cards",
      ["ADMINISTRATOR"],
      adminPaths.vendorArea("ten_books").cards(),
    ],
  ])("redirects %s after a refusal", async (_, roles, place) => {
    signedInAs(roles);
    server.on(REDEEM, () => refusal(400, problem("VALIDATION", { fields: { value: "There is $1.00." } })));
    const router = await show();
    await press("Redeem");
    await screen.findByLabelText("Amount of the bill");
    const reason = screen.queryByLabelText(/Reason/);
    expect(reason !== null).toBe(roles.includes("ADMINISTRATOR"));
    if (reason) fireEvent.change(reason, { target: { value: "The till was broken" } });
    await typeAndRedeem(5);
    await waitFor(() => expect(server.asked(REDEEM)).toHaveLength(1));
    await waitFor(() => expect(router.state.location.pathname).toBe(place));
    await waitFor(() =>
      expect(toasts()).toEqual(["There is less on this card than was shown. Nothing was redeemed."]),
    );
  });
});

describe("PresentDialog", () => {
  const LOOK_UP = "GET /Cards/codes/FR1%3A77";

  it("focuses the field that a scanner types into, even on a touch screen", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    desk.card = { ...desk.card, isPresented: false };
    await show();
    await press("Redeem");
    expect(document.activeElement).toBe(screen.getByRole("textbox"));
    vi.unstubAllGlobals();
  });

  it("asks for the card first, and continues only with this one", async () => {
    desk.card = { ...desk.card, isPresented: false };
    server.on(LOOK_UP, () => ({ ...desk.card, id: "crd_2", cardNumber: "•••• 1111", isPresented: true }));
    await show();
    await press("Redeem");
    expect(await screen.findByText("Ask for the card first")).toBeDefined();
    await press("Continue");
    expect(await screen.findByText("Card number or code field is required.")).toBeDefined();
    fireEvent.change(screen.getByLabelText("Card number or code"), { target: { value: "FR1:77" } });
    await press("Continue");
    expect(await screen.findByText("That is another card: •••• 1111 Ann Roy")).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText("Card number or code"));
    const other = screen.getByRole("link", { name: "Open card •••• 1111" });
    expect(other.getAttribute("href")).toBe(paths.scanCard("crd_2"));
    server.on(LOOK_UP, () => ({ ...desk.card, isPresented: true }));
    await press("Continue");
    await waitFor(() => expect(amount()).toBeDefined());
    expect(server.asked(REDEEM)).toHaveLength(0);
  });
});

describe("ReverseDialog and CashOutDialog", () => {
  it("send an unanswered reversal again unchanged, and accept another reason after a refusal", async () => {
    const reverse = "PUT /Cards/crd_1/transactions/trf_1/reversed";
    signedInAs(["MANAGER"]);
    await show();
    await screen.findByText("Redeemed");
    await press("Undo");
    const reason = screen.getByLabelText<HTMLInputElement>(/Reason/);
    const send = async (answer: () => Response) => {
      server.on(reverse, answer);
      const button = within(screen.getByRole("dialog")).getByRole("button", { name: "Put $10.50 back" });
      await act(async () => fireEvent.click(button));
      await waitFor(() => expect(button).toHaveProperty("disabled", false));
    };
    fireEvent.change(reason, { target: { value: "the wrong card" } });
    await send(loseAnswer);
    expect(reason.readOnly).toBe(true);
    expect(await screen.findByText(/we don’t know yet whether \$10.50/)).toBeDefined();
    await send(() => refusal(503, problem("BUSY")));
    expect(reason.readOnly).toBe(true);
    await send(() => refusal(400, problem("CARD_DEACTIVATED")));
    expect(reason.readOnly).toBe(false);
    fireEvent.change(reason, { target: { value: "another reason" } });
    await send(() => refusal(400, problem("CARD_DEACTIVATED")));
    const [first, second, third, fourth] = keysSent();
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
    expect(server.asked(reverse).map(({ body }) => body)).toEqual([
      { reason: "the wrong card" },
      { reason: "the wrong card" },
      { reason: "the wrong card" },
      { reason: "another reason" },
    ]);
  });

  it.each([
    ["from another day", { date: "2026-03-09T15:00:00Z" }],
    ["that was reversed before", { isReversed: true }],
    ["of another type", { transactionType: "Purchased" as const }],
  ])("offer no reversal of a transaction %s", async (_, change) => {
    signedInAs(["MANAGER"]);
    Object.assign(desk.history[0] ?? {}, change);
    await show();
    await screen.findByText(/^(Redeemed|Purchased)$/);
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("pay out the same cash if the request was unanswered and the dialog closed", async () => {
    desk.card = { ...desk.card, cardBalance: 4 };
    server.on("PUT /Cards/crd_1/cashed-out", loseAnswer);
    await show();
    await press("Pay out in cash");
    await press("Pay out");
    await screen.findByText(/No answer/);
    await press("Cancel");
    await showTo(["EMPLOYEE"]);
    await press("Pay out in cash");
    expect(screen.getByText(/No answer/)).toBeDefined();
    server.on("PUT /Cards/crd_1/cashed-out", () => movement(4, 0));
    await press("Pay out");
    await waitFor(() => expect(toasts()).toEqual(["$4.00 paid out in cash"]));
    expect(new Set(keysSent()).size).toBe(1);
  });

  it("pay nothing out if less is left than was shown, and report no redemption", async () => {
    desk.card = { ...desk.card, cardBalance: 4 };
    server.on("PUT /Cards/crd_1/cashed-out", () =>
      refusal(400, problem("VALIDATION", { fields: { value: "Value must be at least 0.01." } })),
    );
    await show();
    await press("Pay out in cash");
    await press("Pay out");
    await waitFor(() => expect(toasts().join()).toContain("Nothing was paid out"));
  });

  it("pay out cash for five dollars or less", async () => {
    await show();
    expect(screen.queryByRole("button", { name: "Pay out in cash" })).toBeNull();
    cleanup();
    desk.card = { ...desk.card, cardBalance: 5 };
    server.on("PUT /Cards/crd_1/cashed-out", () => movement(5, 0));
    await show();
    await press("Pay out in cash");
    await press("Pay out");
    await waitFor(() => expect(toasts()).toEqual(["$5.00 paid out in cash"]));
    await waitFor(() => expect(keysSent()).toHaveLength(1));
  });

  it.each([
    ["the session has ended", 401, "UNAUTHORIZED"],
    ["there are too many tries", 429, "TOO_MANY_TRIES"],
  ])(
    "still treat an unanswered cash-out as unknown if its repetition is refused because %s",
    async (_, status, code) => {
      const cash = "PUT /Cards/crd_1/cashed-out";
      desk.card = { ...desk.card, cardBalance: 5 };
      server.on(cash, loseAnswer);
      const router = await show();
      await press("Pay out in cash");
      await press("Pay out");
      const unknown = await screen.findByText(/No answer came back/);
      server.on(cash, () => refusal(status, problem(code)));
      await press("Pay out");
      await waitFor(() => expect(toasts()).toEqual(["It was refused."]));
      expect(screen.getByRole("alert").contains(unknown)).toBe(true);
      server.on(cash, () => refusal(400, problem("INVALID_CARD")));
      await press("Pay out");
      await waitFor(() => expect(router.state.location.pathname).toBe(paths.scanCards()));
      expect(new Set(keysSent()).size).toBe(1);
    },
  );

  it("RedeemDialog shows the redeemed amount before the refetch", async () => {
    server.on(REDEEM, () => movement(5, 9.5));
    await show();
    server.on("GET /Cards/crd_1", () => new Promise<never>(() => undefined));
    server.on("GET /Cards/crd_1/transactions", () => new Promise<never>(() => undefined));
    await redeem(5);
    expect(await screen.findByText("$5.00 redeemed")).toBeDefined();
  });
});

describe("CardDeskHistory", () => {
  const HISTORY = "GET /Cards/crd_1/transactions";

  it("does not show old data if a refetch fails", async () => {
    await show();
    await screen.findByText("Redeemed");
    server.on(REDEEM, () => movement(5, 9.5));
    server.on(HISTORY, () => refusal(500, problem("INTERNAL")));
    await redeem(5);
    await screen.findByText("That didn’t load");
    await press("Done");
    expect(screen.queryByText("Redeemed")).toBeNull();
    server.on(HISTORY, () => ({ items: desk.history, totalPages: 1 }));
    await press("Try again");
    expect(await screen.findByText("Redeemed")).toBeDefined();
  });

  it("is marked as busy while it is refetched", async () => {
    await show();
    await screen.findByText("Redeemed");
    server.on(REDEEM, () => movement(5, 9.5));
    const late = lateAnswer();
    server.on(HISTORY, () => late.given);
    await redeem(5);
    const table = screen.getByRole("table");
    await waitFor(() => expect(table.getAttribute("aria-busy")).toBe("true"));
    await late.come({ items: desk.history, totalPages: 1 });
    await waitFor(() => expect(table.getAttribute("aria-busy")).toBe("false"));
  });
});
