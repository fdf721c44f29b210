// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { keyAt } from "@/features/counter/testing/keys";
import { paths } from "@/paths";
import { cardDetail } from "@/shared/testing/samples";
import { pageOf, refusal, renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

const NUMBER = "5895765392440208";
const LOOK_UP = `GET /Cards/codes/${NUMBER}`;
const REDEEM = "PUT /Cards/crd_1/redeemed";

const sums = {
  redeemedCount: 1,
  redeemed: 20,
  undoneCount: 0,
  undone: 0,
  taken: 20,
  paidOutCount: 0,
  paidOut: 0,
};
const movement = {
  id: "trf_1",
  cardId: "crd_1",
  cardNumber: "•••• 0208",
  transactionType: "Redeemed" as const,
  amount: 20,
  date: "2026-03-10T17:59:30Z",
  clerk: "Ann Roy",
  till: null,
  isReversed: false,
  undoSeconds: 30,
};
const card = cardDetail({ cardNumber: "•••• 0208", cardBalance: 25, isMine: false, isPresented: true });

const field = () => screen.findByLabelText<HTMLInputElement>("Card number or code");
/** Types into the search field and presses Enter. */
async function find(text: string) {
  const input = await field();
  fireEvent.change(input, { target: { value: text } });
  await act(async () => fireEvent.submit(screen.getByRole("search")));
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-03-10T18:00:00Z"), toFake: ["Date"] });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  localStorage.removeItem("redeemTries");
  server.on("GET /Vendors/ten_1/counter-day", () => ({
    day: "2026-03-10",
    readAt: "2026-03-10T18:00:00Z",
    total: sums,
    lines: [],
    newest: [movement],
  }));
  server.on("GET /Cards/crd_1", () => card);
  server.on("GET /Cards/crd_1/transactions", () => pageOf([]));
  server.on(LOOK_UP, () => card);
});

const show = () => renderApp(paths.counter(), { as: "clerk" }).router;

it("CounterPage: focuses the search field; 16 digits are grouped as typed and open the pad", async () => {
  const router = show();
  const input = await field();
  await waitFor(() => expect(document.activeElement).toBe(input));
  fireEvent.change(await field(), { target: { value: NUMBER } });
  expect((await field()).value).toBe("5895 7653 9244 0208");
  await find(NUMBER);
  const amount = await screen.findByLabelText("Amount of the bill");
  expect(document.activeElement).toBe(amount);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(router.state.location.pathname).toBe(paths.scanCard("crd_1"));
  await waitFor(() => expect(input.value).toBe(""));
});

it("CounterPage: reports an unknown number only at the search field", async () => {
  server.on(LOOK_UP, () => refusal(404, { traceId: "t1", errorCode: "INVALID_CODE", errorMessage: "" }));
  show();
  await find(NUMBER);
  expect(await screen.findByText(/No card with this number/)).toBeDefined();
  expect(toasts()).toEqual([]);
});

it("CounterPage: opens the only card with the last four digits, which must then be shown", async () => {
  server.on("GET /Cards/crd_1", () => ({ ...card, isPresented: false }));
  server.on("GET /Cards", () => ({
    items: [card],
    pageIndex: 1,
    pageSize: 5,
    totalItems: 1,
    totalPages: 1,
  }));
  show();
  await find("0208");
  expect(await screen.findByText(/Scan the customer’s card/)).toBeDefined();
  expect(screen.queryByLabelText("Amount of the bill")).toBeNull();
  const input = await field();
  await waitFor(() => expect(document.activeElement).toBe(input));
});

it("CounterPage: keeps an amount that is typed into the pad while the navigation to the card is pending", async () => {
  const list = { items: [card], pageIndex: 1, pageSize: 5, totalItems: 1, totalPages: 1 };
  server.on("GET /Cards/crd_1", () => ({ ...card, isPresented: false }));
  server.on("GET /Cards", () => list);
  const router = show();
  await find("0208");
  await screen.findByText(/Scan the customer’s card/);
  const navigate = router.navigate.bind(router) as (...given: unknown[]) => Promise<void>;
  let go: (() => void) | undefined;
  const isSlow = new Promise<void>((resolve) => (go = resolve));
  Object.assign(router, { navigate: (...given: unknown[]) => isSlow.then(() => navigate(...given)) });
  await find(NUMBER);
  const bill = await screen.findByLabelText<HTMLInputElement>("Amount of the bill");
  fireEvent.change(bill, { target: { value: "20" } });
  await act(async () => go?.());
  await waitFor(async () => expect((await field()).value).toBe(""));
  expect(screen.getByLabelText("Amount of the bill")).toBe(bill);
  expect(bill.value).toBe("20");
  expect(document.activeElement).toBe(bill);
});

it("CounterPage: focuses the search field after a redemption, for the next card", async () => {
  server.on(REDEEM, () => ({
    cardId: "crd_1",
    transactionId: "trf_2",
    transactionType: "Redeemed",
    value: 5,
    balance: 20,
    cardBalance: 20,
    date: "2026-03-10T18:00:00Z",
    undoSeconds: 60,
  }));
  server.on("GET /Cards/crd_1", () => ({ ...card, cardBalance: 20 }));
  show();
  await find(NUMBER);
  fireEvent.change(await screen.findByLabelText("Amount of the bill"), { target: { value: "5" } });
  await press("Redeem $5.00");
  expect(await screen.findByText("$5.00 redeemed")).toBeDefined();
  expect(document.activeElement).toBe(await field());
});

it("CounterPage: undoes one of the till's latest redemptions with one tap", async () => {
  const undo = "PUT /Cards/crd_1/transactions/trf_1/reversed";
  server.on(undo, () => ({ ...movement, cardBalance: 25 }));
  show();
  await screen.findByText("$20.00 redeemed");
  await press(/^Undo/);
  await waitFor(() => expect(server.asked(undo)).toHaveLength(1));
});

it("CounterPage: asks to confirm a bill far above the balance, and shows the rest to pay", async () => {
  show();
  await find(NUMBER);
  const amount = await screen.findByLabelText<HTMLInputElement>("Amount of the bill");
  fireEvent.change(amount, { target: { value: "1299" } });
  expect(amount.value).toBe("1\u202f299");
  await press("Redeem $25.00");
  expect(server.asked(REDEEM)).toEqual([]);
  expect(screen.getByRole("alert").textContent).toMatch(/\$1,299\.00.*\$25\.00/);
  expect(screen.getByText(/still owes/).className).toContain("text-danger");
});

it("CounterPage: shows an unanswered redemption on every page of the counter", async () => {
  const attempt = { key: "k1", cardId: "crd_1", userId: "per_1", taken: 1250, owed: 0, sentAt: Date.now() };
  localStorage.setItem("redeemTries", JSON.stringify([attempt]));
  show();
  const light = await screen.findByRole("link", { name: "1 unfinished" });
  expect(light.getAttribute("href")).toBe(paths.scanCard("crd_1"));
});

it("CounterPage: opens the list of cards after a refused redemption, with a toast that links to the card", async () => {
  server.on("GET /Cards", () => pageOf([]));
  server.on(REDEEM, () =>
    refusal(400, {
      traceId: "t1",
      errorCode: "VALIDATION",
      errorMessage: "",
      fields: { value: "Too much." },
    }),
  );
  const router = show();
  await find(NUMBER);
  fireEvent.change(await screen.findByLabelText("Amount of the bill"), { target: { value: "20" } });
  await press("Redeem $20.00");
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.scanCards()));
  expect(toasts()).toEqual(["There is less on this card than was shown. Nothing was redeemed."]);
  await press("Back to the card");
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.scanCard("crd_1")));
});

it("CounterPage: lets the clerk abandon an unanswered redemption after reading the history", async () => {
  server.on(REDEEM, () => {
    throw new TypeError("Failed to fetch");
  });
  const router = show();
  await find(NUMBER);
  fireEvent.change(await screen.findByLabelText("Amount of the bill"), { target: { value: "5" } });
  await press("Redeem $5.00");
  expect(screen.queryByRole("button", { name: "It wasn’t done: start over" })).toBeNull();
  await press("Look at the history");
  const heading = await screen.findByRole("heading", { name: "Transaction History" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(router.state.location.pathname).toBe(paths.scanCard("crd_1"));
  await press("It wasn’t done: start over");
  expect(await screen.findByLabelText("Amount of the bill")).toBeDefined();
});

it("CounterPage: focuses the pad of a card that is scanned on the card list", async () => {
  const code = `FR1:${"7".repeat(32)}`;
  server.on("GET /Cards", () => pageOf([]));
  server.on(`GET /Cards/codes/${encodeURIComponent(code)}`, () => card);
  renderApp(paths.scanCards(), { as: "clerk" });
  await screen.findByRole("heading", { level: 1, name: "Cards & Transaction" });
  // The page handles keys once its list has loaded.
  await screen.findByText(/Scan one to find it right away/);
  await act(async () => {
    for (const key of [...code.split(""), "Enter"]) document.body.dispatchEvent(keyAt(key, 0));
  });
  const bill = await screen.findByLabelText("Amount of the bill");
  await waitFor(() => expect(document.activeElement).toBe(bill));
});
