// Renders the page of one card with a fake server, for tests of its actions.
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useParams } from "react-router";
import { beforeEach, vi } from "vitest";
import { pageOf } from "@/api/testing/server";
import { adminPaths } from "@/adminPaths";
import { CardDesk } from "@/features/counter/card/CardDesk";
import type { Card, CardTransaction } from "@/features/card/types";
import { paths } from "@/paths";
import type { Role } from "@/session/current";
import { renderPiece, server, signInAs } from "@/shared/testing/render";
import { cardDetail } from "@/shared/testing/samples";
import { press } from "@/ui/testing/press";
import { keyAt } from "./keys";

export { server, toasts } from "@/shared/testing/render";
export { keyAt, lateAnswer } from "./keys";
export const REDEEM = "PUT /Cards/crd_1/redeemed";

/** Data of the fake server. Tests may change it. */
export const desk = {} as { card: Card; history: CardTransaction[] };

export const movement = (value: number, balance: number) => ({
  cardId: "crd_1",
  transactionId: "trf_2",
  transactionType: "Redeemed" as const,
  value,
  balance,
  cardBalance: balance,
  date: "2026-03-10T15:00:00Z",
  undoSeconds: 60,
  redemptionsLeft: null as number | null,
  amountLeft: null as number | null,
});

export const problem = (errorCode: string, more = {}) => ({
  traceId: "t1",
  errorCode,
  errorMessage: "It was refused.",
  ...more,
});

export const signedInAs = (roles: Role[], userId = "per_1") =>
  signInAs("clerk", { userId, roles, tenantIds: ["ten_books"] });

function DeskOfPath() {
  return <CardDesk id={useParams()["id"] ?? ""} listPlace={paths.scanCards()} />;
}

export async function show(search = "") {
  const { card } = adminPaths.vendorArea();
  const router = renderPiece(<DeskOfPath />, { at: card("crd_1") + search, path: card(":id") });
  await screen.findByText("CURRENT BALANCE");
  return router;
}

export const pressKeys = (keys: string) => {
  for (const key of keys) {
    fireEvent.click(screen.getByRole("button", { name: key === "." ? "Decimal point" : key }));
  }
};
/** Simulates a network failure. */
export const loseAnswer = (): never => {
  throw new TypeError("Failed to fetch");
};
/** Redeems the given dollars from the shown card. */
export async function redeem(dollars: number) {
  await press("Redeem");
  await typeAndRedeem(dollars);
}
export async function typeAndRedeem(dollars: number) {
  pressKeys(String(dollars));
  await press(`Redeem $${dollars.toFixed(2)}`);
}
let lastScan = 0;
/** Types like a scanner: all keys at once, wherever the focus is. */
export async function scan(text: string, target: Element = document.activeElement ?? document.body) {
  lastScan += 1000;
  const events = [...text.split(""), "Enter"].map((key) => keyAt(key, lastScan));
  await act(async () => {
    for (const event of events) target.dispatchEvent(event);
  });
  return { isEnterKeptOut: events.at(-1)?.defaultPrevented };
}
/** Renders the card again for another user. */
export function showTo(roles: Role[], userId?: string) {
  cleanup();
  signedInAs(roles, userId);
  return show();
}
export const amount = () => screen.getByLabelText("Amount of the bill");
export const keysSent = () =>
  vi.mocked(fetch).mock.calls.flatMap(([, init]) => {
    const key = new Headers(init?.headers).get("idempotency-key");
    return key === null ? [] : [key];
  });

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-03-10T18:00:00Z"), toFake: ["Date"] });
  signedInAs(["EMPLOYEE"]);
  desk.card = cardDetail({
    vendorId: "ten_books",
    cardNumber: "•••• 5670",
    email: "a***@home.example",
    cardBalance: 14.5,
    qrCode: null,
    isMine: false,
    isPresented: true,
  });
  desk.history = [
    {
      id: "trf_1",
      date: "2026-03-10T15:00:00Z",
      amount: 10.5,
      transactionType: "Redeemed",
      balance: 14.5,
      cardType: 2,
      isRefund: false,
      isHandover: false,
      isReversed: false,
      reason: null,
      till: null,
      clerk: null,
      undoSeconds: 0,
      isByName: false,
      approvedBy: null,
    },
  ];
  server.on("GET /Cards/crd_1", () => desk.card);
  server.on("GET /Cards/crd_1/transactions", () => pageOf(desk.history));
});
