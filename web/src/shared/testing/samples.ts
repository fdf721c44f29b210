// Sample data as the server sends it. A test sets only the properties that matter to it.
import type { AnswerOf } from "@/api/client";

type Item<List> = List extends { items: (infer One)[] } ? One : never;
type WalletItem = Item<AnswerOf<"/api/v1/Cards">>;
export type CardDetail = AnswerOf<"/api/v1/Cards/{id}">;
type CartAnswer = AnswerOf<"/api/v1/Carts/me">;
type CartItemAnswer = CartAnswer["cartDetails"][number];
type GiftAnswer = AnswerOf<"/api/v1/Gifts/{token}">;
type OrderRow = Item<AnswerOf<"/api/v1/Orders/me">>;
type Order = AnswerOf<"/api/v1/Orders/{id}">;
type OrderCard = Order["cards"][number];

export const address = {
  addressLine1: "12 Main Street",
  addressLine2: null,
  city: "Ottawa",
  province: "ON",
  postalCode: "K1A 0A1",
};

export const bookshop = { displayName: "Maple Leaf Books", logoPath: null, hue: null, address };

const MOMENT = "2025-03-05T17:00:00Z";

/** A card in a list. */
export function walletItem(changes: Partial<WalletItem> = {}): WalletItem {
  return {
    id: "crd_1",
    cardNumber: "4001234567890010",
    firstName: "Ann",
    lastName: "Roy",
    email: "ann@home.example",
    cardBalance: 12.5,
    cardValue: 25,
    recentTransaction: MOMENT,
    openedAt: null,
    claimedAt: null,
    sendAt: null,
    sendOn: null,
    isSendingStopped: false,
    vendorId: "ten_1",
    vendorName: bookshop.displayName,
    vendorLogoPath: null,
    vendorHue: null,
    cardType: 2,
    charityName: null,
    charityLogoPath: null,
    isGift: false,
    to: null,
    recipientEmail: null,
    isDeactive: false,
    isCancelled: false,
    isRefunded: false,
    isMine: true,
    movedFrom: null,
    movedTo: null,
    ...changes,
  };
}

/** A card with the details of its own page. */
export function cardDetail(changes: Partial<CardDetail> = {}): CardDetail {
  return {
    id: "crd_1",
    vendorId: "ten_1",
    cardNumber: "4001234567890010",
    firstName: "Ann",
    lastName: "Roy",
    email: "ann@home.example",
    recentTransaction: MOMENT,
    vendor: { ...bookshop, isActive: true },
    cardBalance: 12.5,
    cardValue: 25,
    cardType: 2,
    charityId: null,
    charityName: null,
    charityLogoPath: null,
    campaignId: null,
    campaignName: null,
    campaignLogoPath: null,
    qrCode: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
    isDeactive: false,
    isCancelled: false,
    isRefunded: false,
    deactivatedAt: null,
    deactivationReason: null,
    createdAt: MOMENT,
    orderId: null,
    isMine: true,
    isPresented: false,
    mayRedeemUnseen: false,
    isGift: false,
    to: null,
    recipientEmail: null,
    from: null,
    giftMessage: null,
    mailedAt: null,
    openedAt: null,
    claimedAt: null,
    sendAt: null,
    sendZone: null,
    sendOn: null,
    sendHour: null,
    isSendingStopped: false,
    remindFrom: null,
    thanks: null,
    movedFrom: null,
    movedTo: null,
    movedToVendorId: null,
    movedToCardId: null,
    reactivationRefusal: null,
    ...changes,
  };
}

/** One line of a cart on the server. */
export function cartItem(changes: Partial<CartItemAnswer> = {}): CartItemAnswer {
  return {
    id: "itm_1",
    campaignId: null,
    campaign: null,
    charity: null,
    vendorId: "ten_1",
    vendor: bookshop,
    cardName: bookshop.displayName,
    type: 2,
    quantity: 1,
    price: 25,
    total: 25,
    charityShare: null,
    isGift: false,
    to: null,
    recipientEmail: null,
    confirmEmail: null,
    from: null,
    giftMessage: null,
    sendOn: null,
    sendHour: null,
    sendZone: null,
    listId: null,
    isOnSale: true,
    problem: null,
    ...changes,
  };
}

/** A cart on the server with these lines. */
export function cartOf(...cartDetails: CartItemAnswer[]): CartAnswer {
  const total = cartDetails.reduce((sum, one) => sum + one.total, 0);
  return { id: "cart1", total, isLocal: false, isPaying: false, version: "v1", cartDetails };
}

const orderRow = {
  id: "ord_1",
  orderNumber: "cart1",
  status: "Paid" as const,
  total: 75,
  cardCount: 2,
  paidWith: "Visa 1111",
  paidAt: "2025-03-05T17:04:00Z",
  refundedAmount: 0,
  refundedAt: null,
};

export const orderInList = (changes: Partial<OrderRow> = {}): OrderRow => ({
  ...orderRow,
  shops: [{ name: bookshop.displayName, logoPath: null, hue: null }],
  ...changes,
});

export function orderCard(changes: Partial<OrderCard> = {}): OrderCard {
  return {
    id: "crd_1",
    vendorId: "ten_1",
    vendorName: bookshop.displayName,
    cardNumber: "4001234567890010",
    cardValue: 25,
    charityShare: 0,
    charityShareKept: 0,
    refundedAmount: 0,
    cardType: 2,
    isGift: false,
    to: null,
    sendAt: null,
    sendZone: null,
    sendOn: null,
    sendHour: null,
    isSendingStopped: false,
    charityName: null,
    charityLogoPath: null,
    movedTo: null,
    recipientEmail: null,
    mailedAt: null,
    openedAt: null,
    claimedAt: null,
    ...changes,
  };
}

/** An order with its cards, as its buyer sees it. */
export function order(changes: Partial<Order> = {}): Order {
  const buyer = { firstName: "Ann", lastName: "Roy", email: "ann@home.example", isChargeVoided: false };
  return { ...orderRow, ...buyer, brand: "funray", cards: [orderCard()], ...changes };
}

/** A gift opened by its link and not yet claimed. */
export function giftOpened(changes: Partial<GiftAnswer> = {}): GiftAnswer {
  return {
    brand: "funray",
    vendorId: "ten_1",
    vendorName: bookshop.displayName,
    vendorLogoPath: null,
    isVendorActive: true,
    vendorHue: null,
    vendorAddress: address,
    vendorPhone: null,
    charityName: null,
    charityLogoPath: null,
    campaignName: null,
    cardType: 2,
    cardNumber: "4001234567890010",
    cardValue: 25,
    cardBalance: 25,
    to: "Rose",
    from: "Gina",
    giftMessage: "Read <b>on</b>!",
    qrCode: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
    isDeactive: false,
    isCancelled: false,
    isRefunded: false,
    movedFrom: null,
    isClaimed: false,
    isMine: false,
    cardId: null,
    openedAt: MOMENT,
    claimedAt: null,
    thanks: null,
    canThank: true,
    ...changes,
  };
}

/** An empty page of a list. */
export const nothing = { items: [], pageIndex: 1, pageSize: 10, totalPages: 0, totalItems: 0 };

/** The support dashboard's answer with no open cases. */
export const noOpenCases = {
  vendors: 0,
  oldestVendor: null,
  charities: 0,
  oldestCharity: null,
  payouts: 0,
  payoutsDrafted: 0,
  payoutsApproved: 0,
  payoutsExported: 0,
  heldPayments: 0,
  payoutFailures: 0,
  oldestPayoutFailure: null,
  reviews: 0,
  reversals: 0,
  differences: 0,
  bursts: 0,
  deadLetters: 0,
  refundRequests: 0,
  buyingLimits: 0,
  shopClosings: 0,
  refusedRefunds: 0,
  proposals: 0,
};
