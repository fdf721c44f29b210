// @vitest-environment jsdom
import { notifyManager } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { keyOf } from "@/api/reading";
import { paths } from "@/paths";
import { cartItem, cartOf, order, orderCard } from "@/shared/testing/samples";
import { fillAll, leave } from "@/shared/testing/fields";
import { refusal, renderApp, server, toasts } from "@/testing/renderApp";
import { toast } from "@/ui/overlay/toast";
import { loadAccept, tokenise } from "./accept";
import type * as AcceptModule from "./accept";

vi.mock("./accept", async (original) => ({
  ...(await original<typeof AcceptModule>()),
  loadAccept: vi.fn<typeof loadAccept>(async () => ({ dispatchData: () => undefined })),
  tokenise: vi.fn<typeof tokenise>(),
}));
// Each test counts as a fresh page load.
vi.mock("@/areas/wallet/checkout/reloadOnce", () => ({ mustBeFresh: () => undefined }));

const gateway = { scriptUrl: "/Accept.js", apiUrl: "/xml", loginId: "LOGIN", clientKey: "KEY" };
const item = cartItem({ quantity: 2, total: 50 });
const cart = cartOf(item);
const token = { dataDescriptor: "COMMON.ACCEPT.INAPP.PAYMENT", dataValue: "eyJub25jZSI6MX0=" };
const card = {
  "Card Number": "4111111111111111",
  "Cardholder Name": "Ann Roy",
  "Expiration Date": "12/2099",
  "Card code": "123",
};

const show = (place = paths.checkout()) => renderApp(place, { as: "shopper" });

/** Makes the server accept payments from now on. */
function acceptPayment() {
  server.on("POST /Orders/checkout", () => ({ orderId: "ord_1" }));
  server.on("GET /Orders/ord_1", () => order({ cards: [] }));
}

const button = () => screen.getByRole("button", { name: "Pay $50.00" });
async function payWith(values: Record<string, string>) {
  await screen.findByLabelText("Card Number");
  fillAll(values);
  await waitFor(() => expect(button().getAttribute("aria-disabled")).toBeNull());
  await act(async () => fireEvent.click(button()));
}

const scrollIntoView = vi.fn<(options: ScrollIntoViewOptions) => void>();

beforeEach(() => {
  sessionStorage.removeItem("payingFor");
  scrollIntoView.mockClear();
  Element.prototype.scrollIntoView = scrollIntoView;
  vi.mocked(tokenise).mockReset().mockResolvedValue(token);
  server.on("GET /Carts/me", () => cart);
  server.on("GET /Public/settings", () => ({ gateway }));
});

describe("CheckoutPage", () => {
  it("shows the items, disables Pay until all fields are valid, and gives no field a name", async () => {
    show();
    await screen.findByLabelText("Card Number");
    expect(button().getAttribute("aria-disabled")).toBe("true");
    for (const input of screen.getAllByRole("textbox")) expect(input.getAttribute("name")).toBeNull();
    const summary = within(screen.getByRole("complementary", { name: "ORDER SUMMARY" }));
    expect(summary.getByText("Maple Leaf Books", { selector: "li > span span" })).toBeDefined();
    expect(summary.getByText("2 × $25")).toBeDefined();
    expect(summary.getByText("Total (2 items)").nextSibling?.textContent).toBe("$50.00");
    fillAll(card);
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>("Card Number").value).toBe("4111 1111 1111 1111"),
    );
    expect(await screen.findByText("Visa")).toBeDefined();
    await waitFor(() => expect(button().getAttribute("aria-disabled")).toBeNull());
  });

  it("says whose address gets the receipt", async () => {
    show();
    expect(await screen.findByText("The receipt and your cards go to ann@home.example.")).toBeDefined();
  });

  it("folds the summary on a phone to one line with a card, count and sum, which opens", async () => {
    const list = { addEventListener: () => undefined, removeEventListener: () => undefined };
    vi.stubGlobal("matchMedia", (media: string) => ({ ...list, matches: media === "(width < 40rem)" }));
    show();
    await screen.findByLabelText("Card Number");
    expect(screen.queryByRole("complementary", { name: "ORDER SUMMARY" })).toBeNull();
    const line = screen.getByText("Total (2 items)").closest("summary");
    expect(line?.textContent).toMatch(/Total \(2 items\)\$50\.00$/);
    expect(line?.querySelectorAll(".gift-card")).toHaveLength(1);
    const details = line?.closest("details");
    expect(details?.open).toBe(false);
    expect(details?.textContent).toContain("2 × $25");
  });

  it("keeps the form and its values if the cart can't be refetched", async () => {
    const { router, client } = show();
    const navigate = vi.spyOn(router, "navigate");
    const number = await screen.findByLabelText<HTMLInputElement>("Card Number");
    fillAll(card);
    server.on("GET /Carts/me", () => refusal(500, {}));
    await act(async () => {
      await client.refetchQueries({ queryKey: keyOf("/api/v1/Carts/me") });
      // Observers see the error only after the query cache's next notification.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve));
    });
    expect(client.getQueryState(keyOf("/api/v1/Carts/me"))?.status).toBe("error");
    expect(navigate).not.toHaveBeenCalled();
    expect(screen.getByLabelText("Card Number")).toBe(number);
    expect(number.value).toBe("4111 1111 1111 1111");
    await waitFor(() => expect(button().getAttribute("aria-disabled")).toBeNull());
  });

  it("shows the cause's share as recorded at the sale, without reading the shop", async () => {
    const sold = orderCard({ cardType: 1, charityName: "Food for All", charityShare: 2.5 });
    const cards = [sold, { ...sold, id: "crd_2", charityShare: 5, isGift: true, to: "Zoé" }];
    acceptPayment();
    server.on("GET /Orders/ord_1", () => order({ cards }));
    server.on("GET /Vendors/ten_1", () => refusal(404, { errorCode: "NOT_FOUND", errorMessage: "Gone." }));
    show();
    await payWith(card);
    expect(await screen.findByText("$7.50 of it goes to Food for All, paid by the shop.")).toBeDefined();
    const places = screen.getAllByRole("link", { name: /Maple Leaf Books/ }).map((link) => link.textContent);
    expect(places).toEqual(["Open the card, Maple Leaf Books, card ending in 0010"]);
    expect(screen.getByText("Gift for Zoé, on its way")).toBeDefined();
  });

  it("shows why a card was declined, and focuses the first field", async () => {
    const errorMessage = "This transaction has been declined.";
    server.on("POST /Orders/checkout", () => refusal(400, { errorCode: "PAYMENT_DECLINED", errorMessage }));
    show();
    await payWith(card);
    // The error is scrolled into view, even though the focus moves to a field.
    await waitFor(() => expect(scrollIntoView).toHaveBeenCalledWith({ block: "center" }));
    // The error is shown once, above the fields.
    expect(screen.getByRole("alert").textContent).toContain(errorMessage);
    expect(screen.getByText(/Your bank can say why it declined/)).toBeDefined();
    expect(toasts()).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Card Number")));
    acceptPayment();
    await payWith(card);
    await screen.findByText(/^Congratulations! Your order has proceeded successfully/);
    expect(toasts()).toEqual([]);
  });

  it("shows a decline as a toast after the buyer has left the page", async () => {
    const errorMessage = "This transaction has been declined.";
    let answer: ((reply: Response) => void) | undefined;
    server.on("POST /Orders/checkout", () => new Promise<Response>((resolve) => (answer = resolve)));
    const { router } = show();
    await payWith(card);
    await waitFor(() => expect(server.asked("POST /Orders/checkout")).toHaveLength(1));
    await act(() => router.navigate(paths.about()));
    await act(async () => answer?.(refusal(400, { errorCode: "PAYMENT_DECLINED", errorMessage })));
    await waitFor(() =>
      expect(toasts()).toEqual([`${errorMessage} Nothing was charged, and your cart is unchanged.`]),
    );
  });

  it("names the item that went off sale, and returns to the cart", async () => {
    const problem = "Maple Leaf Books: This shop sells no cards right now.";
    server.on("POST /Orders/checkout", () => {
      server.on("GET /Carts/me", () => ({ ...cart, cartDetails: [{ ...item, isOnSale: false, problem }] }));
      const fields = { "cartDetails[0]": problem };
      return refusal(400, {
        errorCode: "VALIDATION",
        errorMessage: "Please correct the marked fields.",
        fields,
      });
    });
    const { router } = show();
    await payWith(card);
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.cart()));
    await waitFor(() => expect(toasts()[0]).toMatch(/^Maple Leaf Books: .* Nothing was charged/));
  });

  it("reports that the cart's total has changed, and shows the new one", async () => {
    const amount = "This is not what the cart costs. Please reload your cart.";
    server.on("POST /Orders/checkout", () => {
      server.on("GET /Carts/me", () => ({ ...cart, total: 60 }));
      return refusal(400, {
        errorCode: "VALIDATION",
        errorMessage: "Please correct the marked fields.",
        fields: { amount },
      });
    });
    show();
    await payWith(card);
    expect((await screen.findByRole("alert")).textContent).toContain(amount);
    await screen.findByRole("button", { name: "Pay $60.00" });
    expect(toasts()).toEqual([]);
  });

  it("opens the order even if the cart is refetched meanwhile", async () => {
    acceptPayment();
    const { router, client } = show();
    const navigate = vi.spyOn(router, "navigate");
    // Simulates a shopper who returns from the bank's app, which refetches the cart.
    server.on("POST /Orders/checkout", () => {
      server.on("GET /Carts/me", () => cartOf());
      void client.invalidateQueries({ queryKey: keyOf("/api/v1/Carts/me") });
      return { orderId: "ord_1" };
    });
    await payWith(card);
    await screen.findByText(/^Congratulations! Your order has proceeded successfully/);
    expect(navigate.mock.calls.map(([to]) => to)).toEqual([paths.checkoutSuccess("ord_1")]);
  });

  it("opens the order, not an empty cart, if the reply was lost with the page", async () => {
    server.on("POST /Orders/checkout", () => new Promise(() => undefined) as never);
    show();
    await payWith(card);
    await waitFor(() => expect(server.asked("POST /Orders/checkout")).toHaveLength(1));
    cleanup();
    server.on("GET /Carts/me", () => cartOf());
    server.on(`GET /Orders/${cart.id}`, () => order({ cards: [] }));
    server.on("GET /Orders/ord_1", () => order({ cards: [] }));
    show(paths.cart());
    await screen.findByText(/^Congratulations! Your order has proceeded successfully/);
    cleanup();
    show(paths.cart());
    expect(await screen.findByText("Your shopping cart is empty.")).toBeDefined();
  });

  it("does not claim that nothing was charged after a reversed charge", async () => {
    const errorMessage = "Your cards could not be made, so we took the charge back. Please try again later.";
    server.on("POST /Orders/checkout", () => refusal(400, { errorCode: "PAYMENT_CANCELLED", errorMessage }));
    show();
    await payWith(card);
    expect((await screen.findByRole("alert")).textContent).toBe(errorMessage);
  });

  it("shows each of the gateway's sentences about a refused card, and sends no payment", async () => {
    const { RefusedCard } = await vi.importActual<typeof AcceptModule>("./accept");
    vi.mocked(tokenise).mockRejectedValue(new RefusedCard(["Please provide valid CVV.", ""]));
    show();
    await payWith(card);
    const reasons = await screen.findByRole("alert");
    expect([...reasons.querySelectorAll("p")].map(({ textContent }) => textContent)).toEqual([
      "Please provide valid CVV.",
      "The card could not be read. Please check it and try again.",
      "Nothing was charged, and your cart is unchanged.",
    ]);
    expect(toasts()).toEqual([]);
    expect(server.asked("POST /Orders/checkout")).toEqual([]);
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>("Cardholder Name").value).toBe("Ann Roy"),
    );
  });

  it("shows that it is offline before and while paying, keeps the form, and continues once online", async () => {
    const { UnreachedGateway } = await vi.importActual<typeof AcceptModule>("./accept");
    show();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void dispatchEvent(new Event("offline")));
    expect((await screen.findByRole("alert")).textContent).toMatch(/^You are offline\..*nothing was charged/);
    vi.mocked(tokenise).mockRejectedValueOnce(new UnreachedGateway());
    act(() => toast.error("This transaction has been declined."));
    await payWith(card);
    online.mockReturnValue(true);
    act(() => void dispatchEvent(new Event("online")));
    const told = await screen.findByText("The payment gateway can’t be reached.");
    expect(told.parentElement?.textContent).toContain("Nothing was sent and nothing was charged.");
    expect(screen.getByLabelText<HTMLInputElement>("Card Number").value).toBe("4111 1111 1111 1111");
    expect(toasts()).toEqual([]);

    acceptPayment();
    await act(async () => fireEvent.click(button()));
    await screen.findByText(/^Congratulations! Your order has proceeded successfully/);
  });

  it("reads the expiration date as browsers fill it in, and reports at once that it has passed", async () => {
    vi.useFakeTimers({ now: Date.parse("2026-06-15T12:00:00Z"), toFake: ["Date"] });
    show();
    const field = await screen.findByLabelText<HTMLInputElement>("Expiration Date");
    expect(field.autocomplete).toBe("cc-exp");
    fillAll({ "Expiration Date": "0126" });
    await leave("Expiration Date");
    expect(field.value).toBe("01/26");
    expect(await screen.findByText("Please provide valid expiration month")).toBeDefined();
    fillAll({ "Expiration Date": "1/2027" });
    await waitFor(() => expect(screen.queryByText("Please provide valid expiration month")).toBeNull());
    expect(field.value).toBe("01/2027");
  });

  it("returns to the cart with a toast if the cart can't be loaded", async () => {
    server.on("GET /Carts/me", () => refusal(500, { errorCode: "INTERNAL", errorMessage: "Broken." }));
    const { router } = show();
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.cart()));
    await waitFor(() => expect(toasts()).toEqual(["Broken."]));
  });

  it.each([
    ["an empty cart", { ...cart, cartDetails: [] }],
    ["a cart with something that is off sale", { ...cart, cartDetails: [{ ...item, isOnSale: false }] }],
  ])("returns to the cart for %s", async (_words, given) => {
    server.on("GET /Carts/me", () => given);
    const { router } = show();
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.cart()));
  });

  it("shows no form if no gateway is configured", async () => {
    server.on("GET /Public/settings", () => ({ gateway: null }));
    show();
    await screen.findByText("We can’t take payments right now. Please try again later.");
    expect(screen.queryByLabelText("Card Number")).toBeNull();
  });
});
