// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { refusal, standInServer } from "@/api/testing/server";
import { paths } from "@/paths";
import { replaceProfile, type Profile } from "@/session/current";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { currentToasts, dismissToast } from "@/ui/toast";
import { CardDesk } from "./CardDesk";
import type { Card, CardTransaction } from "./cards";

const server = standInServer();
const REDEEM = "PUT /Cards/crd_1/redeemed";

let card: Card;
let history: CardTransaction[];

const movement = (value: number, balance: number) => ({
  cardId: "crd_1",
  transactionId: "trf_2",
  transactionType: "Redeemed",
  value,
  balance,
  cardBalance: balance,
  date: "2026-03-10T15:00:00Z",
});

const problem = (errorCode: string, more = {}) => ({
  traceId: "t1",
  errorCode,
  errorMessage: "It was refused.",
  ...more,
});

const signedInAs = (roles: string[]) =>
  replaceProfile({ userId: "per_1", roles, tenantType: "VENDOR", tenantIds: ["ten_books"] } as Profile);

async function show(search = "") {
  const router = createMemoryRouter(
    [
      { path: paths.scanCard(":id"), element: <CardDesk id="crd_1" listPlace={paths.scanCards()} /> },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [paths.scanCard("crd_1") + search] },
  );
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByText("CURRENT BALANCE");
  return router;
}

const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));
const pressKeys = (keys: string) => {
  for (const key of keys) {
    fireEvent.click(screen.getByRole("button", { name: key === "." ? "Decimal point" : key }));
  }
};
const amount = () => screen.getByLabelText("Amount of the bill");
const keysSent = () =>
  vi.mocked(fetch).mock.calls.flatMap(([, init]) => {
    const key = new Headers(init?.headers).get("idempotency-key");
    return key === null ? [] : [key];
  });
const toasts = () => currentToasts().map(({ text }) => text);

beforeAll(installModalStandIns);
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-03-10T18:00:00Z"), toFake: ["Date"] });
  sessionStorage.clear();
  localStorage.clear();
  currentToasts().forEach(({ id }) => dismissToast(id));
  signedInAs(["EMPLOYEE"]);
  card = {
    id: "crd_1",
    vendorId: "ten_books",
    vendor: { displayName: "Maple Leaf Books", logoPath: null, address: {} },
    cardNumber: "1234567812345670",
    firstName: "Ann",
    lastName: "Roy",
    email: "a***@home.example",
    cardBalance: 14.5,
    cardValue: 25,
    cardType: 2,
    qrCode: null,
    isGift: false,
    isDeactive: false,
    createdAt: "2026-03-01T15:00:00Z",
  } as unknown as Card;
  history = [
    {
      id: "trf_1",
      date: "2026-03-10T15:00:00Z",
      amount: 10.5,
      transactionType: "Redeemed",
      balance: 14.5,
      cardType: 2,
      isReversed: false,
      reason: null,
    },
  ];
  server.on("GET /Cards/crd_1", () => card);
  server.on("GET /Cards/crd_1/transactions", () => ({
    items: history,
    pageIndex: 1,
    pageSize: 5,
    totalPages: 1,
    totalItems: history.length,
  }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("a card at the counter", () => {
  it("says what is on it, whose it is and what happened", async () => {
    await show();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("1234 5678 1234 5670");
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
    card = { ...card, cardBalance: 0 };
    await show();
    expect(screen.getByText("Nothing is left on this card.")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Redeem" })).toBeNull();
  });

  it("that is frozen says so and since when, and can't be redeemed", async () => {
    card = { ...card, isDeactive: true, deactivatedAt: "2026-03-09T15:00:00Z" };
    await show();
    expect(screen.getByText("DEACTIVATED").closest("p")?.textContent).toContain("Mar 9, 2026");
    expect(screen.queryByRole("button", { name: /Redeem|cash|eactivate/ })).toBeNull();
  });

  it("can be frozen by super administrators alone, who say why", async () => {
    await show();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Deactivate" }).disabled).toBe(true);
    cleanup();
    signedInAs(["SUPER_ADMINISTRATOR"]);
    server.on("PUT /Cards/crd_1/deactived", () => ({ ...card, isDeactive: true }));
    await show();
    await press("Deactivate");
    await press("Yes, deactivate");
    expect(screen.getByText("Reason field is required.")).toBeDefined();
    fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: "reported as stolen" } });
    await press("Yes, deactivate");
    expect(server.asked("PUT /Cards/crd_1/deactived")[0]?.body).toEqual({ reason: "reported as stolen" });
    expect(toasts()).toEqual(["Deactivated successfully"]);
  });
});

describe("redeeming", () => {
  it("takes what the pad says off the card, under a key, and shows old and new balance", async () => {
    server.on(REDEEM, () => movement(12.05, 2.45));
    await show();
    await press("Redeem");
    pressKeys("12.05");
    expect(screen.getByText("$2.45 will be left")).toBeDefined();
    await press("Redeem $12.05");
    expect(await screen.findByText("$12.05 redeemed")).toBeDefined();
    expect(server.asked(REDEEM)[0]?.body).toEqual({ value: 12.05, mailHolder: true });
    expect(keysSent()[0]).toMatch(/^[\da-f-]{36}$/);
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText("$14.50")).toBeDefined();
    expect(dialog.getByText("$2.45")).toBeDefined();
  });

  it("of a larger bill takes all there is, and says what is still owed", async () => {
    server.on(REDEEM, () => movement(14.5, 0));
    await show();
    await press("Redeem");
    fireEvent.change(amount(), { target: { value: "20" } });
    expect(screen.getByText("Customer still owes $5.50")).toBeDefined();
    await press("Redeem $14.50");
    expect(await screen.findByText("Customer still owes $5.50")).toBeDefined();
    expect(server.asked(REDEEM)[0]?.body).toMatchObject({ value: 14.5 });
  });

  it("takes quick amounts and the full balance at a touch", async () => {
    await show();
    await press("Redeem");
    await press("$10");
    expect(screen.getByRole("button", { name: "Redeem $10.00" })).toBeDefined();
    await press("Full balance");
    expect(screen.getByRole("button", { name: "Redeem $14.50" })).toBeDefined();
    await press("Delete the last digit");
    expect((amount() as HTMLInputElement).value).toBe("14.5");
  });

  it("says under the amount what is wrong with it, and sends nothing", async () => {
    await show();
    await press("Redeem");
    await act(async () => fireEvent.submit(amount()));
    expect(screen.getByText("Value field is required.")).toBeDefined();
    pressKeys("0.5");
    await press("Redeem $0.50");
    expect(screen.getByText("Value field must be greater than or equal to 1.")).toBeDefined();
    expect(server.asked(REDEEM)).toHaveLength(0);
  });

  it("doesn't take a card for an amount that is held to the scanner once more", async () => {
    await show();
    await press("Redeem");
    pressKeys("5");
    for (const key of ["F", "R", "1", ":", "7", "7"]) {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      amount().dispatchEvent(event);
      expect(event.defaultPrevented, key).toBe(true);
    }
    const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
    await act(async () => amount().dispatchEvent(enter));
    expect(enter.defaultPrevented).toBe(true);
  });

  it("that nobody answered is sent again under the same key, even after the dialog was closed", async () => {
    server.on(REDEEM, () => {
      throw new TypeError("Failed to fetch");
    });
    await show();
    await press("Redeem");
    pressKeys("5");
    await press("Redeem $5.00");
    expect(await screen.findByText("We don't know yet whether $5.00 was redeemed.")).toBeDefined();
    await press("Close");
    server.on(REDEEM, () => movement(5, 9.5));
    await press("Redeem");
    expect(screen.getByText("We don't know yet whether $5.00 was redeemed.")).toBeDefined();
    await press("Try again");
    expect(await screen.findByText("$5.00 redeemed")).toBeDefined();
    expect(server.asked(REDEEM).map(({ body }) => body)).toEqual([
      { value: 5, mailHolder: true },
      { value: 5, mailHolder: true },
    ]);
    expect(new Set(keysSent()).size).toBe(1);
    await press("Done");
    await press("Redeem");
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
    await press("Redeem");
    pressKeys("5");
    await press("Redeem $5.00");
    await waitFor(() => expect(router.state.location.pathname).toBe(place));
    expect(toasts()).toEqual(["There is less on this card than was shown. Nothing was redeemed."]);
  });
});

describe("what is put right at the counter", () => {
  it("is today's redemption, by a manager with a reason", async () => {
    server.on("PUT /Cards/crd_1/transactions/trf_1/reversed", () => movement(10.5, 25));
    await show();
    await screen.findByText("Redeemed");
    expect(screen.queryByRole("button", { name: "Take back" })).toBeNull();
    cleanup();
    signedInAs(["MANAGER"]);
    await show();
    await screen.findByText("Redeemed");
    await press("Take back");
    fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: "the wrong card" } });
    await act(async () =>
      fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Take back" })),
    );
    expect(server.asked("PUT /Cards/crd_1/transactions/trf_1/reversed")[0]?.body).toEqual({
      reason: "the wrong card",
    });
    expect(toasts()).toEqual(["$10.50 put back on the card"]);
  });

  it.each([
    ["of another day", { date: "2026-03-09T15:00:00Z" }],
    ["that was taken back before", { isReversed: true }],
    ["that is none", { transactionType: "Purchased" as const }],
  ])("is no redemption %s", async (_, change) => {
    signedInAs(["MANAGER"]);
    Object.assign(history[0] ?? {}, change);
    await show();
    await screen.findByText(/^(Redeemed|Purchased)$/);
    expect(screen.queryByRole("button", { name: "Take back" })).toBeNull();
  });

  it("is the address of a gift that nobody has claimed, by a manager", async () => {
    card = { ...card, isGift: true, to: "Nana", recipientEmail: "nana@home.example", claimedAt: null };
    await show();
    expect(screen.queryByRole("button", { name: "Send the gift again" })).toBeNull();
    cleanup();
    signedInAs(["MANAGER"]);
    server.on("POST /Cards/crd_1/resend-gift-card", () => undefined);
    await show();
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

  it("is paid out in cash when five dollars or less are left", async () => {
    await show();
    expect(screen.queryByRole("button", { name: "Pay out in cash" })).toBeNull();
    cleanup();
    card = { ...card, cardBalance: 5 };
    server.on("PUT /Cards/crd_1/cashed-out", () => movement(5, 0));
    await show();
    await press("Pay out in cash");
    await press("Pay out");
    expect(toasts()).toEqual(["$5.00 paid out in cash"]);
    expect(keysSent()).toHaveLength(1);
  });
});
