// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { refusal } from "@/api/testing/server";
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
  signedInAs,
  toasts,
} from "./testing/desk";
import { press } from "@/ui/testing/press";

describe("a card at the counter", () => {
  it("says what is on it, whose it is and what happened", async () => {
    await show();
    await waitFor(() =>
      expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("1234 5678 1234 5670"),
    );
    for (const text of ["$14.50", "Ann", "Roy", "a***@home.example", "Maple Leaf Books"]) {
      expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
    }
    const row = (await screen.findByText("Redeemed")).closest("tr");
    expect(row?.textContent).toContain("−$10.50");
  });

  it("is only looked at where that was asked for", async () => {
    await show("?isView=true");
    expect(screen.queryByRole("button", { name: "Redeem" })).toBeNull();
  });

  it("of which nothing is left can't be redeemed", async () => {
    desk.card = { ...desk.card, cardBalance: 0 };
    await show();
    expect(await screen.findByText("Nothing is left on this card.")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Redeem" })).toBeNull();
  });

  it("that is frozen says so and since when, and can't be redeemed", async () => {
    desk.card = { ...desk.card, isDeactive: true, deactivatedAt: "2026-03-09T15:00:00Z" };
    await show();
    await waitFor(() =>
      expect(screen.getByText("DEACTIVATED").closest("p")?.textContent).toMatch(/Mar\s9,\s2026/),
    );
    expect(screen.queryByRole("button", { name: /Redeem|cash|eactivate/ })).toBeNull();
  });

  it("of a cancelled order is brought back by nobody", async () => {
    signedInAs(["SUPER_ADMINISTRATOR"]);
    desk.card = { ...desk.card, isDeactive: true, isCancelled: true, cardBalance: 0 };
    await show();
    await waitFor(() =>
      expect(screen.getByText("CANCELLED").closest("p")?.textContent).toContain("cancelled and refunded"),
    );
    expect(screen.queryByRole("button", { name: /Redeem|cash|eactivate/ })).toBeNull();
  });

  it("can be frozen by super administrators alone, who say why", async () => {
    await show();
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>("button", { name: "Deactivate" }).disabled).toBe(true),
    );
    expect(screen.getByText("Only a super administrator can deactivate a card.")).toBeDefined();
    server.on("PUT /Cards/crd_1/deactived", () => ({ ...desk.card, isDeactive: true }));
    await showTo(["SUPER_ADMINISTRATOR"]);
    await press("Deactivate");
    await press("Yes, deactivate");
    expect(await screen.findByText("Reason field is required.")).toBeDefined();
    expect(screen.queryByText("Only a super administrator can deactivate a card.")).toBeNull();
    fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: "reported as stolen" } });
    await press("Yes, deactivate");
    await waitFor(() =>
      expect(server.asked("PUT /Cards/crd_1/deactived")[0]?.body).toEqual({ reason: "reported as stolen" }),
    );
    await waitFor(() => expect(toasts()).toEqual(["Deactivated successfully"]));
  });
});

describe("redeeming", () => {
  it("takes what the pad says off the card, under a key, and shows old and new balance", async () => {
    server.on(REDEEM, () => movement(12.05, 2.45));
    await show();
    await press("Redeem");
    pressKeys("12.05");
    expect(await screen.findByText("$2.45 will be left")).toBeDefined();
    await press("Redeem $12.05");
    expect(await screen.findByText("$12.05 redeemed")).toBeDefined();
    await waitFor(() => expect(server.asked(REDEEM)[0]?.body).toEqual({ value: 12.05, mailHolder: true }));
    await waitFor(() => expect(keysSent()[0]).toMatch(/^[\da-f-]{36}$/));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText("$14.50")).toBeDefined();
    expect(dialog.getByText("$2.45")).toBeDefined();
  });

  it("of a larger bill takes all there is, and says what is still owed", async () => {
    server.on(REDEEM, () => movement(14.5, 0));
    await show();
    await press("Redeem");
    fireEvent.change(amount(), { target: { value: "20" } });
    expect(await screen.findByText("Customer still owes $5.50")).toBeDefined();
    await press("Redeem $14.50");
    expect(await screen.findByText("Customer still owes $5.50")).toBeDefined();
    await waitFor(() => expect(server.asked(REDEEM)[0]?.body).toMatchObject({ value: 14.5 }));
  });

  it("takes quick amounts and the full balance at a touch", async () => {
    await show();
    await press("Redeem");
    await press("$10");
    expect(await screen.findByRole("button", { name: "Redeem $10.00" })).toBeDefined();
    await press("Full balance");
    expect(await screen.findByRole("button", { name: "Redeem $14.50" })).toBeDefined();
    await press("Delete the last digit");
    expect((amount() as HTMLInputElement).value).toBe("14.5");
  });

  it("says under the amount what is wrong with it, and sends nothing", async () => {
    await show();
    await press("Redeem");
    await act(async () => fireEvent.submit(amount()));
    expect(await screen.findByText("Value field is required.")).toBeDefined();
    pressKeys("0.5");
    await press("Redeem $0.50");
    expect(await screen.findByText("Value field must be greater than or equal to 1.")).toBeDefined();
    expect(server.asked(REDEEM)).toHaveLength(0);
  });

  it("doesn't take a card for an amount that is held to the scanner once more", async () => {
    await show();
    await press("Redeem");
    pressKeys("5");
    expect((await scan("FR1:77", amount())).isEnterKeptOut).toBe(true);
    expect((amount() as HTMLInputElement).value).toBe("");
  });

  it.each([
    ["an employee to the list of the counter", ["EMPLOYEE"], paths.scanCards()],
    ["a manager to the vendor's cards", ["MANAGER"], paths.admin.vendorArea().cards()],
    ["an administrator to that vendor's", ["ADMINISTRATOR"], paths.admin.vendorArea("ten_books").cards()],
  ])("that is refused leads %s", async (_, roles, place) => {
    signedInAs(roles);
    server.on(REDEEM, () => refusal(400, problem("VALIDATION", { fields: { value: "There is $1.00." } })));
    const router = await show();
    await redeem(5);
    await waitFor(() => expect(router.state.location.pathname).toBe(place));
    await waitFor(() =>
      expect(toasts()).toEqual(["There is less on this card than was shown. Nothing was redeemed."]),
    );
  });
});

describe("what is put right at the counter", () => {
  it("is today's redemption, by a manager with a reason", async () => {
    server.on("PUT /Cards/crd_1/transactions/trf_1/reversed", () => movement(10.5, 25));
    await show();
    await screen.findByText("Redeemed");
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
    await showTo(["MANAGER"]);
    const row = (await screen.findByText("Redeemed")).closest("tr");
    // In the last place of its row, not among what happened.
    expect(row?.lastElementChild?.textContent).toBe("Undo");
    await press("Undo");
    fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: "the wrong card" } });
    await act(async () =>
      fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Put $10.50 back" })),
    );
    expect(server.asked("PUT /Cards/crd_1/transactions/trf_1/reversed")[0]?.body).toEqual({
      reason: "the wrong card",
    });
    await waitFor(() => expect(toasts()).toEqual(["$10.50 put back on the card"]));
  });

  it("is sent again as it was when nobody answered; once it is refused, the reason may be another", async () => {
    const reverse = "PUT /Cards/crd_1/transactions/trf_1/reversed";
    signedInAs(["MANAGER"]);
    await show();
    await screen.findByText("Redeemed");
    await press("Undo");
    const reason = screen.getByLabelText<HTMLInputElement>(/Reason/);
    const send = async (answer: () => unknown) => {
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
    ["of another day", { date: "2026-03-09T15:00:00Z" }],
    ["that was undone before", { isReversed: true }],
    ["that is none", { transactionType: "Purchased" as const }],
  ])("is no redemption %s", async (_, change) => {
    signedInAs(["MANAGER"]);
    Object.assign(desk.history[0] ?? {}, change);
    await show();
    await screen.findByText(/^(Redeemed|Purchased)$/);
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("is the address of a gift that nobody has claimed, by a manager", async () => {
    desk.card = {
      ...desk.card,
      isGift: true,
      to: "Nana",
      recipientEmail: "nana@home.example",
      claimedAt: null,
    };
    await show();
    expect(screen.queryByRole("button", { name: "Send the gift again" })).toBeNull();
    server.on("POST /Cards/crd_1/resend-gift-card", () => undefined);
    await showTo(["MANAGER"]);
    await press("Send the gift again");
    fireEvent.change(await screen.findByLabelText("Recipient Email", {}, { timeout: 20_000 }), {
      target: { value: "nan@home.example" },
    });
    await press("Send");
    await waitFor(() => expect(toasts()).toEqual(["Resent mail"]));
    expect(server.asked("POST /Cards/crd_1/resend-gift-card")[0]?.body).toEqual({
      recipientEmail: "nan@home.example",
    });
  });

  it("is the same cash when nobody answered and the dialog was closed", async () => {
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

  it("is no cash when less is left than was shown, and nobody is told of a redemption", async () => {
    desk.card = { ...desk.card, cardBalance: 4 };
    server.on("PUT /Cards/crd_1/cashed-out", () =>
      refusal(400, problem("VALIDATION", { fields: { value: "Value must be at least 0.01." } })),
    );
    await show();
    await press("Pay out in cash");
    await press("Pay out");
    await waitFor(() => expect(toasts().join()).toContain("Nothing was paid out"));
  });

  it("is paid out in cash when five dollars or less are left", async () => {
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
    "is as unknown as before when cash that nobody confirmed is refused because %s",
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

  it("says what was taken before the rest of the desk has followed", async () => {
    server.on(REDEEM, () => movement(5, 9.5));
    await show();
    server.on("GET /Cards/crd_1", () => new Promise(() => undefined));
    server.on("GET /Cards/crd_1/transactions", () => new Promise(() => undefined));
    await redeem(5);
    expect(await screen.findByText("$5.00 redeemed")).toBeDefined();
  });
});

describe("what happened on a card", () => {
  const HISTORY = "GET /Cards/crd_1/transactions";

  it("is not what was known before, when it can't be read again", async () => {
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

  it("is shown to be read again", async () => {
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

const takeAll = (change: string) =>
  server.on(change, () => {
    const { cardBalance } = desk.card;
    desk.card = { ...desk.card, cardBalance: 0 };
    return movement(cardBalance, 0);
  });
const pressByKey = async (name: string) => {
  (await screen.findByRole("button", { name })).focus();
  await press(name);
};
const isHeadingFocused = () =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })));

describe("a keyboard at the counter", () => {
  it("types the amount as soon as it is asked for", async () => {
    await show();
    await press("Redeem");
    expect(document.activeElement).toBe(amount());
  });

  it("stands on the page's heading when all is redeemed", async () => {
    takeAll(REDEEM);
    await show();
    await pressByKey("Redeem");
    await press("Full balance");
    await pressByKey("Redeem $14.50");
    await pressByKey("Done");
    expect(await screen.findByText("Nothing is left on this card.")).toBeDefined();
    await isHeadingFocused();
  });

  it("stands on the page's heading when all is paid out", async () => {
    desk.card = { ...desk.card, cardBalance: 4 };
    takeAll("PUT /Cards/crd_1/cashed-out");
    await show();
    await pressByKey("Pay out in cash");
    await pressByKey("Pay out");
    expect(await screen.findByText("Nothing is left on this card.")).toBeDefined();
    await isHeadingFocused();
  });
});
