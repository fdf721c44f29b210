// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { refusal } from "@/api/testing/server";
import { adminPaths } from "@/adminPaths";
import { press } from "@/ui/testing/press";
import {
  REDEEM,
  amount,
  desk,
  keyAt,
  lateAnswer,
  loseAnswer,
  movement,
  pressKeys,
  problem,
  redeem,
  scan,
  server,
  show,
  signedInAs,
  toasts,
} from "@/features/counter/testing/desk";

const HERE = `FR1:${"1".repeat(32)}`;
const NEXT = `FR1:${"2".repeat(32)}`;
const GONE = `FR1:${"3".repeat(32)}`;
const lookUpOf = (code: string) => `GET /Cards/codes/${encodeURIComponent(code)}`;

beforeEach(() => {
  signedInAs(["MANAGER"]);
  const next = { ...desk.card, id: "crd_2", cardNumber: "8765432187654320", cardBalance: 99 };
  server.on("GET /Cards/crd_2", () => next);
  server.on("GET /Cards/crd_2/transactions", () => ({ items: [], pageIndex: 1, totalPages: 0 }));
  server.on(lookUpOf(HERE), () => desk.card);
  server.on(lookUpOf(NEXT), () => next);
  server.on(lookUpOf(GONE), () => refusal(404, problem("INVALID_CODE")));
});

const button = (name: string) => screen.getByRole("button", { name });
const numberShown = () => screen.getByRole("heading", { level: 1 }).textContent;
const showsNext = () => waitFor(() => expect(numberShown()).toBe("8765 4321 8765 4320"));

const reason = () => screen.getByLabelText<HTMLInputElement>(/Reason/);
const confirmButton = () => within(screen.getByRole("dialog")).getByRole("button", { name: /^Put .* back$/ });
/** Types like a browser: keys that aren't prevented change the field. */
const typeInto = (field: HTMLInputElement, keys: string, pause: number) => {
  const events = keys.split("").map((key, position) => keyAt(key, position * pause));
  for (const event of events) {
    field.dispatchEvent(event);
    if (!event.defaultPrevented) fireEvent.change(field, { target: { value: field.value + event.key } });
  }
  const enter = keyAt("Enter", keys.length * pause);
  field.dispatchEvent(enter);
  return { isEnterKeptOut: enter.defaultPrevented };
};

describe("useScanner on CardDesk", () => {
  it("opens the scanned card, and presses no button", async () => {
    await show();
    const { isEnterKeptOut } = await scan(NEXT, button("Redeem"));
    expect(isEnterKeptOut).toBe(true);
    await showsNext();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("opens the later of two scans, whichever is answered first", async () => {
    const router = await show();
    const late = lateAnswer();
    server.on(lookUpOf(HERE), () => late.given);
    await scan(HERE);
    await scan(NEXT);
    await showsNext();
    await late.come(desk.card);
    expect(router.state.location.pathname).toBe(adminPaths.vendorArea().card("crd_2"));
    expect(numberShown()).toBe("8765 4321 8765 4320");
  });

  it("dismisses messages about the previous card", async () => {
    await show();
    const late = lateAnswer();
    server.on(lookUpOf(GONE), () => late.given);
    await scan(GONE);
    await scan(NEXT);
    await showsNext();
    await late.come(refusal(404, problem("INVALID_CODE")));
    expect(toasts()).toEqual([]);
  });

  it("looks a card up once for two scans, and again after the answer", async () => {
    await show();
    const late = lateAnswer();
    server.on(lookUpOf(GONE), () => late.given);
    await scan(GONE);
    await scan(GONE);
    expect(server.asked(lookUpOf(GONE))).toHaveLength(1);
    await late.come(refusal(404, problem("INVALID_CODE")));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    await scan(GONE);
    expect(server.asked(lookUpOf(GONE))).toHaveLength(2);
  });

  it("closes dialogs of the previous card", async () => {
    await show();
    const late = lateAnswer();
    server.on(lookUpOf(NEXT), () => late.given);
    await scan(NEXT);
    await press("Redeem");
    pressKeys("5");
    await late.come({ ...desk.card, id: "crd_2", cardNumber: "8765432187654320" });
    await showsNext();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("useScannerKeptOut while redeeming", () => {
  it.each([
    ["$10", NEXT],
    ["Close", "0642001159023"],
  ])("does not press the focused button: %s, with %s", async (name, code) => {
    await show();
    await press("Redeem");
    pressKeys("5");
    button(name).focus();
    expect((await scan(code)).isEnterKeptOut).toBe(true);
    expect((amount() as HTMLInputElement).value).toBe("5");
    expect(server.asked(lookUpOf(NEXT))).toEqual([]);
  });

  it("lets users type on the keyboard", async () => {
    await show();
    await press("Redeem");
    for (const [position, key] of [" ", "Enter", "5", "Tab", "Enter"].entries()) {
      const event = keyAt(key, position * 100);
      button("2").dispatchEvent(event);
      expect(event.defaultPrevented, key).toBe(false);
    }
  });

  it("presses nothing after an unanswered redemption", async () => {
    server.on(REDEEM, loseAnswer);
    await show();
    await redeem(5);
    expect((await scan(NEXT, await screen.findByRole("button", { name: "Try again" }))).isEnterKeptOut).toBe(
      true,
    );
    expect(server.asked(lookUpOf(NEXT))).toEqual([]);
    expect(screen.getByRole("dialog")).toBeDefined();
  });

  it("keeps scans from the page behind, wherever the focus is", async () => {
    await show();
    await press("Redeem");
    await scan(NEXT, document.body);
    expect(server.asked(lookUpOf(NEXT))).toEqual([]);
    expect(screen.getByRole("dialog")).toBeDefined();
  });

  it("ignores an earlier pending look-up until the outcome of the redemption is known", async () => {
    const router = await show();
    const [found, redeemed] = [lateAnswer(), lateAnswer()];
    server.on(lookUpOf(NEXT), () => found.given);
    server.on(REDEEM, () => redeemed.given);
    await scan(NEXT);
    await redeem(5);
    await found.come({ ...desk.card, id: "crd_2" });
    await act(() => router.navigate("/elsewhere"));
    expect(router.state.location.pathname).toBe(adminPaths.vendorArea().card("crd_1"));
    await redeemed.come(movement(5, 9.5));
    expect(await screen.findByText("$5.00 redeemed")).toBeDefined();
    await act(() => router.navigate("/elsewhere"));
    expect(await screen.findByText("Elsewhere")).toBeDefined();
  });

  it("pays nothing out in cash", async () => {
    desk.card = { ...desk.card, cardBalance: 4 };
    await show();
    await press("Pay out in cash");
    expect((await scan(HERE, button("Pay out"))).isEnterKeptOut).toBe(true);
  });
});

describe("useScannerKeptOutOfWords", () => {
  beforeEach(async () => {
    signedInAs(["MANAGER"]);
    await show();
  });

  it.each([HERE, "0642001159023"])(
    "types nothing of %s into the reason, and confirms nothing",
    async (code) => {
      await press("Undo");
      fireEvent.change(reason(), { target: { value: "The wrong card " } });
      expect(typeInto(reason(), code, 5)).toEqual({ isEnterKeptOut: true });
      expect(reason().value).toBe("The wrong card ");
      expect((await scan(HERE, confirmButton())).isEnterKeptOut).toBe(true);
    },
  );

  it("lets users type fast, or hold a key down", async () => {
    await press("Undo");
    expect(typeInto(reason(), "wrong card", 70)).toEqual({ isEnterKeptOut: false });
    expect(reason().value).toBe("wrong card");
    for (const moment of [1000, 1030, 1060, 1090, 1120, 1150, 1180]) {
      const event = keyAt(".", moment, { repeat: moment > 1000 });
      reason().dispatchEvent(event);
      expect(event.defaultPrevented).toBe(false);
    }
  });

  it("accepts text that a program types faster than fingers", async () => {
    await press("Undo");
    expect(typeInto(reason(), "The wrong card, of 2 alike", 5)).toEqual({ isEnterKeptOut: true });
    expect(reason().value).toBe("The wrong card, of 2 alike");
  });

  it("refuses a pasted card code", async () => {
    await press("Undo");
    fireEvent.change(reason(), { target: { value: `It was ${HERE}` } });
    await act(async () => fireEvent.click(confirmButton()));
    expect(await screen.findByText(/whoever reads it could spend the card/)).toBeDefined();
    expect(server.asked("PUT /Cards/crd_1/transactions/trf_1/reversed")).toEqual([]);
  });
});
