// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { pageOf } from "@/api/testing/server";
import { adminPaths } from "@/adminPaths";
import { m } from "@/i18n";
import { renderPiece, server, toasts } from "@/shared/testing/render";
import { cardDetail } from "@/shared/testing/samples";
import { press, pressInMenu } from "@/ui/testing/press";
import { Bursts } from "./bursts";
import { Differences } from "./differences";
import { DeadLetters } from "./deadLetters";
import { Reversals } from "./openCases";
import type { Burst, ChargeReversal, DeadLetter, GatewayDifference } from "./queries";

const MOMENT = "2025-03-06T17:00:00Z";
const closing = { closedAt: null, closedByName: null, note: null };
const letter: DeadLetter = {
  id: "job_1",
  kind: "gift mail",
  to: "bob@home.example",
  about: null,
  aboutKind: null,
  attempts: 12,
  reason: "MAIL_DELAYED",
  lastError: "The mailbox is full.",
  bounceStatus: null,
  createdAt: MOMENT,
};
const reversal: ChargeReversal = {
  id: "rev_1",
  orderId: "ord_1",
  orderNumber: "7q2n4w",
  cause: "DISPUTED",
  amount: 125,
  unspent: 100,
  loss: 25,
  covered: 0,
  paidTwice: 0,
  buyerName: "Ann Lee",
  buyerEmail: "ann@home.example",
  createdAt: MOMENT,
  wonAt: "2025-03-08T17:00:00Z",
  ...closing,
};
const difference: GatewayDifference = {
  id: "gdf_1",
  kind: "OTHER_AMOUNT",
  transactionId: "60123",
  reference: "7q2n4w",
  orderId: "ord_1",
  orderNumber: "7q2n4w",
  ourAmount: 124,
  ourState: "ISSUED",
  theirAmount: 125,
  theirStatus: "settledSuccessfully",
  createdAt: MOMENT,
  ...closing,
};

/** Marks a case as done, with a note. */
async function close(button: string, note: string) {
  await press(button);
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByLabelText(/Outcome/), { target: { value: note } });
  fireEvent.click(dialog.getByRole("button", { name: "Done" }));
}

it("DeadLetters: resends a failed email, which then leaves the list", async () => {
  let items = [letter];
  server.on("GET /Helpdesk/dead-letters", () => pageOf(items));
  server.on("POST /Helpdesk/dead-letters/job_1/sent-again", () => {
    items = [];
    return undefined;
  });
  renderPiece(<DeadLetters />);
  const row = await screen.findByRole("row", { name: /Gift by email/ });
  expect(row.textContent).toContain("The mail server did not take the email.");
  expect(within(row).getByText("The mailbox is full.").closest("q")?.lang).toBe("en");
  await press("Try again: Gift by email to bob@home.example");
  await waitFor(() => expect(screen.queryByText("Not delivered")).toBeNull());
  expect(server.asked("POST /Helpdesk/dead-letters/job_1/sent-again")).toHaveLength(1);
  expect(server.asked("GET /Helpdesk/dead-letters")).toHaveLength(2);
  await waitFor(() => expect(toasts()).toEqual(["Trying again now."]));
});

it("DeadLetters: sends a bounced gift to a corrected address, after which it leaves the list", async () => {
  const cameBack = {
    ...letter,
    kind: "gift",
    to: "b…@home.example",
    about: "crd_1",
    aboutKind: "card" as const,
    attempts: 1,
    lastError: null,
    bounceStatus: "5.1.1",
  };
  let items: DeadLetter[] = [cameBack];
  server.on("GET /Helpdesk/dead-letters", () => pageOf(items));
  server.on("GET /Cards/crd_1", () => cardDetail({ isGift: true, recipientEmail: "bbo@home.example" }));
  server.on("POST /Cards/crd_1/resend-gift-card", () => {
    items = [];
    return undefined;
  });
  renderPiece(<DeadLetters />);
  const row = await screen.findByRole("row", { name: /Email with the gift/ });
  expect(row.textContent).toContain("It came back: nobody has this address.");
  await pressInMenu("Email with the gift, b…@home.example", "Send again");
  const dialog = within(await screen.findByRole("dialog"));
  const address = dialog.getByLabelText<HTMLInputElement>(/mail/i);
  expect(address.value).toBe("bbo@home.example");
  fireEvent.change(address, { target: { value: "bob@home.example" } });
  fireEvent.change(await dialog.findByLabelText(/Reason/), { target: { value: "Ann called." } });
  fireEvent.click(dialog.getByRole("button", { name: m.wallet_resend_confirm() }));
  await waitFor(() => expect(screen.queryByText("Not delivered")).toBeNull());
  expect(server.asked("POST /Cards/crd_1/resend-gift-card")[0]?.body).toEqual({
    recipientEmail: "bob@home.example",
    reason: "Ann called.",
  });
});

it("DeadLetters: links a bounced email to the address's owner, and marks it as done", async () => {
  const cameBack = { ...letter, kind: "receipt", about: "per_1", aboutKind: "person" as const };
  let items: DeadLetter[] = [{ ...cameBack, lastError: null, bounceStatus: "5.2.2" }];
  server.on("GET /Helpdesk/dead-letters", () => pageOf(items));
  server.on("PUT /Helpdesk/dead-letters/job_1/closed", () => {
    items = [];
    return undefined;
  });
  renderPiece(<DeadLetters />);
  const row = await screen.findByRole("row", { name: /the mailbox is full/ });
  const place = within(row).getByRole("link", { name: "See person" });
  expect(place.getAttribute("href")).toBe("/admin/cards/people/per_1");
  await pressInMenu("Receipt, bob@home.example", "Mark as done");
  await waitFor(() => expect(screen.queryByText("Not delivered")).toBeNull());
  expect(toasts()).toEqual(["Marked as done."]);
});

it("Reversals: show the loss", async () => {
  server.on("GET /Helpdesk/reversals", () => pageOf([reversal]));
  renderPiece(<Reversals />);
  const row = await screen.findByRole("row", { name: /7q2n4w/ });
  const said = [
    "Disputed",
    "the cards can be used again",
    "$100.00 was still on the cards, $25.00 spent already",
  ];
  for (const text of said) expect(row.textContent).toContain(text);
});

it("Reversals: leave out amounts of zero", async () => {
  const spent = { ...reversal, unspent: 0, loss: 125 };
  const untouched = { ...reversal, id: "rev_2", orderNumber: "n7k2", unspent: 125, loss: 0 };
  server.on("GET /Helpdesk/reversals", () => pageOf([spent, untouched]));
  renderPiece(<Reversals />);
  const row = await screen.findByRole("row", { name: /7q2n4w/ });
  expect(row.textContent).toContain("$125.00 spent already, nothing left on the cards");
  expect(screen.getByRole("row", { name: /n7k2/ }).textContent).toContain(
    "$125.00 was still on the cards, nothing spent",
  );
  expect(screen.queryByText(/\$0\.00/)).toBeNull();
});

it("Reversals: name refunds that a dispute has ended, and those that were paid twice", async () => {
  const refunds = { ...reversal, unspent: 0, loss: 0, covered: 25, paidTwice: 100 };
  server.on("GET /Helpdesk/reversals", () => pageOf([refunds]));
  renderPiece(<Reversals />);
  const row = await screen.findByRole("row", { name: /7q2n4w/ });
  expect(row.textContent).toContain("$25.00 were refunds that had not been paid");
  expect(row.textContent).toContain("$100.00 had been refunded by the bank: paid twice");
  expect(row.textContent).not.toContain("cards");
});

it("Differences: show both sides, and close with a note", async () => {
  const unknown = { ...difference, id: "gdf_2", kind: "MISSING_HERE", transactionId: "60124" };
  const strange = { ...unknown, orderId: null, orderNumber: null, ourAmount: null, ourState: null };
  let items: GatewayDifference[] = [difference, strange];
  server.on("GET /Helpdesk/differences", () => pageOf(items));
  server.on("PUT /Helpdesk/differences/gdf_1/closed", () => {
    items = [strange];
    return { ...difference, note: "Put right." };
  });
  renderPiece(<Differences />);
  const row = await screen.findByRole("row", { name: /60123/ });
  const said = [
    "Another amount",
    "Ask the gateway which amount",
    "$124.00",
    "Charged, cards issued",
    "$125.00",
    "Charged and settled",
    "settledSuccessfully",
  ];
  for (const text of said) expect(row.textContent).toContain(text);
  const other = screen.getByRole("row", { name: /60124/ });
  expect(other.textContent).toContain("We don’t know it");
  expect(other.textContent).toContain("void or refund it at the gateway");
  expect(within(row).getByRole("link").getAttribute("href")).toBe(adminPaths.order("ord_1"));
  expect(within(other).queryByRole("link")).toBeNull();
  await close("Mark as done: transaction 60123", "Put right.");
  await waitFor(() => expect(screen.queryByRole("row", { name: /60123/ })).toBeNull());
  expect(server.asked("PUT /Helpdesk/differences/gdf_1/closed")[0]?.body).toEqual({ note: "Put right." });
});

it("Bursts: show the redemptions, and close with an outcome", async () => {
  const burst: Burst = {
    id: "bst_1",
    vendorId: "ten_1",
    vendorName: "Maple Leaf Books",
    beganAt: MOMENT,
    lastAt: MOMENT,
    cards: 36,
    amount: 710.9,
    outstanding: 900,
    foundAt: MOMENT,
    closedAt: null,
    closedByName: null,
    outcome: null,
    refusal: null,
  };
  let items = [burst];
  server.on("GET /Helpdesk/bursts", () => pageOf(items));
  server.on("PUT /Helpdesk/bursts/bst_1/closed", () => {
    items = [];
    return burst;
  });
  renderPiece(<Bursts />);
  const row = await screen.findByRole("row", { name: /Maple Leaf Books/ });
  for (const text of ["36", "$710.90", "$900.00"]) expect(row.textContent).toContain(text);
  await close("Close the burst at Maple Leaf Books", "A school class");
  await waitFor(() => expect(screen.queryByText("Many redemptions within minutes")).toBeNull());
  expect(server.asked("PUT /Helpdesk/bursts/bst_1/closed")[0]?.body).toEqual({ note: "A school class" });
});
