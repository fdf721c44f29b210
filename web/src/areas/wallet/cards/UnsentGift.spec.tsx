// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { paths } from "@/paths";
import { cardDetail } from "@/shared/testing/samples";
import { fill } from "@/shared/testing/fields";
import { pageOf, renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

const gift = (changes: object = {}) =>
  cardDetail({
    isGift: true,
    to: "Papa",
    recipientEmail: "papa@home.example",
    claimedAt: null,
    mailedAt: null,
    openedAt: null,
    ...changes,
  });

/** 14:00 UTC in a month. */
const sendAt = `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)}T14:00:00Z`;
const sendZone = "America/Toronto";
const sendOn = sendAt.slice(0, 10);
const planned = () => gift({ sendAt, sendZone, sendOn, sendHour: 9 });

function show(card: object) {
  server.on("GET /Cards/crd_1", () => card as never);
  server.on("GET /Cards/crd_1/transactions", () => pageOf([]));
  server.on("GET /Cards/wallet", () => []);
  renderApp(paths.walletCard("ten_1", "crd_1"), { as: "shopper" });
}

const SENDING = "/Cards/crd_1/sending";

describe("GiftBlock", () => {
  it("shows the recipient's thanks to the giver", async () => {
    show(gift({ openedAt: sendAt, thanks: { phrase: null, words: "Merci!", sentAt: sendAt } }));
    expect(await screen.findByRole("heading", { name: "Papa says thank you" })).toBeDefined();
    expect(screen.getByText("Merci!")).toBeDefined();
  });
});

describe("UnsentGift", () => {
  it("shows when the gift is sent, and stops it", async () => {
    show(planned());
    server.on(`DELETE ${SENDING}`, () => gift({ isSendingStopped: true }) as never);
    expect(
      await screen.findByText(/^We email it to papa@home\.example on .*Eastern Time \(Toronto\)/),
    ).toBeDefined();
    expect(screen.queryByText("On its way to Papa")).toBeNull();
    await press("Don’t send it yet");
    await waitFor(() => expect(toasts()).toContain("The gift will not be sent"));
  });

  it("sends the gift now", async () => {
    show(planned());
    server.on(`PUT ${SENDING}`, () => gift() as never);
    await press("Send now");
    await waitFor(() => expect(toasts()).toContain("Sent to papa@home.example"));
    expect(server.asked(`PUT ${SENDING}`)[0]?.body).toEqual({});
  });

  it("changes hour and address", async () => {
    show(planned());
    server.on(`PUT ${SENDING}`, () => planned() as never);
    await press("Change day or address");
    const dialog = within(await screen.findByRole("dialog"));
    fill("Recipient Email", "papa@gmail.com");
    fill("Hour", "17");
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(server.asked(`PUT ${SENDING}`)).toHaveLength(1));
    expect(server.asked(`PUT ${SENDING}`)[0]?.body).toEqual({
      recipientEmail: "papa@gmail.com",
      sendOn: sendAt.slice(0, 10),
      sendHour: 17,
      sendZone,
    });
  });

  it("offers another day for a gift that was stopped", async () => {
    show(gift({ isSendingStopped: true }));
    expect(await screen.findByText("You have stopped this gift")).toBeDefined();
    expect(screen.getByRole("button", { name: "Send now" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Don’t send it yet" })).toBeNull();
  });
});

describe("RemindButton", () => {
  const mailed = { mailedAt: "2026-09-22T15:00:00Z" };

  it("reminds the recipient of a gift that was not opened", async () => {
    show(gift({ ...mailed, remindFrom: "2026-09-29T15:00:00Z" }));
    server.on("POST /Cards/crd_1/reminded", () => gift(mailed) as never);
    await press(/^Not opened since Sep.22,.2026: remind Papa$/);
    await waitFor(() => expect(toasts()).toContain("We have reminded Papa"));
  });

  it("names the day from which a reminder is possible", async () => {
    show(gift({ ...mailed, remindFrom: "2099-09-29T15:00:00Z" }));
    expect(await screen.findByText(/You can remind Papa from Sep.29,.2099 on\./)).toBeDefined();
    expect(screen.queryByRole("button", { name: /remind/ })).toBeNull();
  });
});
