// Cards for stories, bought like on the checkout page, so that each story has cards of its own.
import type { APIRequestContext } from "@playwright/test";
import { headersOf, tokenOf, type Person } from "./people.ts";
import { ask } from "./sandbox.ts";
import { expect } from "./story.ts";

export interface BoughtCard {
  id: string;
  vendorId: string;
  cardNumber: string;
  /** Content of the QR code. */
  code: string;
}

interface Gateway {
  loginId: string;
  clientKey: string;
}

interface Tokenised {
  opaqueData: { dataDescriptor: string; dataValue: string };
}

/** Turns a payment card into a token, like the gateway's script. */
async function tokenise(request: APIRequestContext, { loginId, clientKey }: Gateway) {
  const { opaqueData } = await ask<Tokenised>(request, {
    securePaymentContainerRequest: {
      merchantAuthentication: { name: loginId, clientKey },
      data: {
        type: "TOKEN",
        id: crypto.randomUUID(),
        token: { cardNumber: "4111111111111111", expirationDate: "122099", cardCode: "900" },
      },
    },
  });
  return { opaqueDataValue: opaqueData.dataValue, opaqueDataDescriptor: opaqueData.dataDescriptor };
}

interface Wanted {
  shop?: string;
  dollars?: number;
  /** Email address of the recipient, if the card is a gift. */
  giftTo?: string;
}

/** Buys a card, by default for the buyer and worth 25 dollars. */
export async function buyCard(
  request: APIRequestContext,
  buyer: Person,
  { shop = "Maple Leaf Books", dollars = 25, giftTo }: Wanted = {},
): Promise<BoughtCard> {
  const headers = { authorization: `Bearer ${await tokenOf(request, buyer)}` };
  const get = async (path: string, params = {}) =>
    (await request.get(`/api/v1${path}`, { headers, params })).json() as Promise<unknown>;
  const post = async (path: string, data: object) => {
    const answer = await request.post(`/api/v1${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json() as Promise<unknown>;
  };
  const vendors = (await get("/Public/Vendors", { searchText: shop })) as { items: { id: string }[] };
  const gift =
    giftTo === undefined
      ? { isGift: false }
      : { isGift: true, to: "Bea", from: "Sam", recipientEmail: giftTo, confirmEmail: giftTo };
  const item = { vendorId: vendors.items[0]?.id, price: dollars, quantity: 1, type: 2, ...gift };
  const cart = (await post("/Carts/items", { isLocal: false, cartDetails: [item] })) as {
    id: string;
    total: number;
  };
  const { gateway } = (await get("/Public/settings")) as { gateway: Gateway };
  const order = (await post("/Orders/checkout", {
    amount: cart.total,
    orderNumber: cart.id,
    cardHolderName: "Story Teller",
    ...(await tokenise(request, gateway)),
  })) as { cards: Omit<BoughtCard, "code">[] };
  const [card] = order.cards;
  if (!card) throw new Error("The order has no card");
  const own = (await get(`/Cards/${card.id}`, { isMine: true })) as { qrCode: string };
  return { ...card, code: `FR1:${own.qrCode}` };
}

/** Returns the balance of a card and the number of its redemptions. */
export async function booksOf(request: APIRequestContext, reader: Person, card: BoughtCard) {
  const headers = { authorization: `Bearer ${await tokenOf(request, reader)}` };
  const answer = await request.get(`/api/v1/Cards/${card.id}/transactions`, { headers });
  const { items } = (await answer.json()) as { items: { transactionType: string; balance: number }[] };
  return {
    balance: items[0]?.balance,
    redemptions: items.filter(({ transactionType }) => transactionType === "Redeemed").length,
  };
}

/** Shows a card to a clerk, who may then redeem it for ten minutes. */
export async function show(request: APIRequestContext, clerk: Person, card: BoughtCard): Promise<void> {
  const headers = await headersOf(request, clerk);
  const answer = await request.get(`/api/v1/Cards/codes/${card.code}`, { headers });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Redeems an amount like the shop's till. */
export async function redeem(
  request: APIRequestContext,
  clerk: Person,
  card: BoughtCard,
  dollars: number,
): Promise<void> {
  await show(request, clerk, card);
  const answer = await request.put(`/api/v1/Cards/${card.id}/redeemed`, {
    headers: { ...(await headersOf(request, clerk)), "idempotency-key": crypto.randomUUID() },
    data: { value: dollars },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}
