// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { press } from "@/ui/testing/press";
import { REDEEM, desk, movement, server, show } from "@/features/counter/testing/desk";

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

describe("the keyboard focus on CardDesk", () => {
  it("moves to the page's heading after the whole balance is redeemed", async () => {
    takeAll(REDEEM);
    await show();
    await pressByKey("Redeem");
    await press("Full balance");
    await pressByKey("Redeem $14.50");
    await pressByKey("Done");
    expect(await screen.findByText("Nothing is left on this card.")).toBeDefined();
    await isHeadingFocused();
  });

  it("moves to the page's heading after a cash-out", async () => {
    desk.card = { ...desk.card, cardBalance: 4 };
    takeAll("PUT /Cards/crd_1/cashed-out");
    await show();
    await pressByKey("Pay out in cash");
    await pressByKey("Pay out");
    expect(await screen.findByText("Nothing is left on this card.")).toBeDefined();
    await isHeadingFocused();
  });
});
