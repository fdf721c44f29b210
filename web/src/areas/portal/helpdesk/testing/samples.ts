// Sample orders of the support view.
import type { DeskCard, OrderDossier, OrderReview, PersonDossier } from "@/areas/portal/helpdesk/queries";

const MOMENT = "2025-03-05T17:00:00Z";

export const deskCard = (changes: Partial<DeskCard> = {}): DeskCard => ({
  id: "crd_1",
  orderId: "ord_1",
  vendorId: "ten_books",
  vendorName: "Maple Leaf Books",
  cardNumber: "4001234567890010",
  cardBalance: 25,
  cardValue: 25,
  holderName: "Ann Roy",
  holderEmail: "ann@home.example",
  isActive: true,
  isCancelled: false,
  isRefunded: false,
  movedTo: null,
  isGift: false,
  sendAt: null,
  sendOn: null,
  sendHour: null,
  sendZone: null,
  isSendingStopped: false,
  createdAt: MOMENT,
  ...changes,
});

export const deskOrder = {
  id: "ord_1",
  orderNumber: "7q2n4w",
  status: "Paid" as const,
  total: 25,
  cardCount: 1,
  paidWith: "Visa 1111",
  paidAt: MOMENT,
  createdAt: MOMENT,
  buyerId: "per_1",
  buyerName: "Ann Roy",
  buyerEmail: "ann@home.example",
};

/** An order with all details. */
export const dossier = (changes: Partial<OrderDossier> = {}): OrderDossier => ({
  ...deskOrder,
  cards: [],
  attempts: [],
  addressChanges: [],
  refundRequests: [],
  review: null,
  refunds: [],
  canBeCancelled: true,
  canBeRefunded: true,
  cancelledAt: null,
  cancelReason: null,
  ...changes,
});

/** A person who has bought one card. */
export const personDossier = (): PersonDossier => ({
  id: "per_1",
  name: "Ann Roy",
  email: "ann@home.example",
  isActive: true,
  isClosed: false,
  phone: "6135550100",
  city: "Ottawa",
  province: "Ontario",
  language: "fr",
  createdAt: MOMENT,
  lastSeenAt: MOMENT,
  spent: 25,
  roles: [{ role: "CONSUMER", isActive: true, tenantId: null, tenantName: null }],
  orders: [deskOrder],
  orderCount: 1,
  cards: [deskCard()],
  cardCount: 1,
});

export const orderReview = (changes: Partial<OrderReview> = {}): OrderReview => ({
  id: "rvw_1",
  orderId: "ord_1",
  orderNumber: "7q2n4w",
  amount: 600,
  score: 70,
  reasons: ["YOUNG_ACCOUNT_AMOUNT", "DECLINED_CARDS"],
  buyerName: "Ann Roy",
  buyerEmail: "ann@home.example",
  heldAt: MOMENT,
  decidedAt: null,
  isReleased: null,
  decidedByName: null,
  reason: null,
  refusal: null,
  ...changes,
});
