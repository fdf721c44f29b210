// Items of the cart in the browser, in the form that the server accepts.
import { useSyncExternalStore } from "react";
import type { PostalAddress } from "@/api/queries/shopWindow";
import { parkedCart } from "@/session/parkedCart";
import { causeShare } from "@/features/catalogue/causeShare";
import { currentProfile } from "@/session/current";
import { readCartText, subscribeToStoredCart, writeCartText } from "./storedCart";

/** Maximum number of cards of one item. */
export const MAX_CARDS = 20;
export const MAX_ITEMS = 50;

/** Card types: with and without a cause. */
const CHARITY_CARD = 1;
const LOCAL_CARD = 2;

interface Named {
  name: string;
  logoPath: string | null;
}

export interface CartItem {
  /** Idempotency key: the server accepts an item with this key only once. */
  key?: string;
  campaignId: string | null;
  campaign: Named | null;
  charity: Named | null;
  vendorId: string;
  vendor: { displayName: string; logoPath: string | null; hue: number | null; address: PostalAddress };
  cardName: string;
  type: typeof CHARITY_CARD | typeof LOCAL_CARD;
  quantity: number;
  /** In dollars, like the total. */
  price: number;
  total: number;
  /** The cause's share in percent when the card was chosen. Undefined without a cause. */
  charityRate?: number | undefined;
  /** The cause's share of the total, in dollars. */
  charityShare?: number | undefined;
  isGift: boolean;
  to: string;
  recipientEmail: string;
  confirmEmail: string;
  from: string;
  giftMessage: string;
  /** Day on which the gift is sent; null or undefined for right after payment. */
  sendOn?: string | null | undefined;
  sendHour?: number | null | undefined;
  /** Time zone of the recipient; null for that of the shop. */
  sendZone?: string | null | undefined;
}

/** Recipient, giver and message of a gift, and when it is sent. */
export type GiftWords = Pick<
  CartItem,
  "to" | "recipientEmail" | "confirmEmail" | "from" | "giftMessage" | "sendOn" | "sendHour" | "sendZone"
>;

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isCount: Check = (value) => Number.isInteger(value) && (value as number) > 0;
const orNothing =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

function hasShape(checks: Record<string, Check>): Check {
  return (value) =>
    value instanceof Object &&
    Object.entries(checks).every(([name, check]) => check((value as Record<string, unknown>)[name]));
}

const orMissing =
  (check: Check): Check =>
  (value) =>
    value === undefined || orNothing(check)(value);

const isNamed = hasShape({ name: isText, logoPath: orNothing(isText) });

const isAddress = hasShape({
  addressLine1: isText,
  addressLine2: orNothing(isText),
  city: isText,
  province: isText,
  postalCode: isText,
});

const isVendor = hasShape({
  displayName: isText,
  logoPath: orNothing(isText),
  hue: orNothing((value) => typeof value === "number"),
  address: isAddress,
});

const isItem = hasShape({
  campaignId: orNothing(isText),
  campaign: orNothing(isNamed),
  charity: orNothing(isNamed),
  vendorId: isText,
  vendor: isVendor,
  cardName: isText,
  type: (value) => value === CHARITY_CARD || value === LOCAL_CARD,
  quantity: (value) => isCount(value) && (value as number) <= MAX_CARDS,
  price: isCount,
  charityRate: (value) => value === undefined || isCount(value),
  isGift: (value) => typeof value === "boolean",
  to: isText,
  recipientEmail: isText,
  confirmEmail: isText,
  from: isText,
  giftMessage: isText,
  sendOn: orMissing(isText),
  sendHour: orMissing((value) => Number.isInteger(value)),
  sendZone: orMissing(isText),
});

interface LocalCart {
  total: number;
  isLocal: true;
  cartDetails: readonly CartItem[];
}

const EMPTY: LocalCart = { total: 0, isLocal: true, cartDetails: [] };

/** Computes the totals. Amounts are whole dollars, so sums are exact. */
function cartOf(items: readonly CartItem[]): LocalCart {
  const cartDetails = items.map((item) => {
    const total = item.price * item.quantity;
    const { charityRate } = item;
    return { ...item, total, ...(charityRate && { charityShare: causeShare(total, charityRate) }) };
  });
  return { total: cartDetails.reduce((sum, { total }) => sum + total, 0), isLocal: true, cartDetails };
}

/** Parses the stored cart. Users can write anything into local storage, so invalid items are dropped. */
function parse(stored: string | null): LocalCart {
  try {
    const given: unknown = JSON.parse(stored ?? "null");
    const items: unknown = (given as { cartDetails?: unknown } | null)?.cartDetails;
    if (!Array.isArray(items)) return EMPTY;
    return cartOf(items.filter((item): item is CartItem => isItem(item)));
  } catch {
    return EMPTY;
  }
}

let lastText: string | null = null;
let lastCart = EMPTY;

/** Returns the cart; the same object until it changes. */
export function readLocalCart(): LocalCart {
  const stored = readCartText();
  if (stored !== lastText) {
    lastText = stored;
    lastCart = parse(stored);
  }
  return lastCart;
}

export function useLocalCart(): LocalCart {
  return useSyncExternalStore(subscribeToStoredCart, readLocalCart, () => EMPTY);
}

function save(items: readonly CartItem[]): void {
  writeCartText(items.length === 0 ? undefined : JSON.stringify(cartOf(items)));
}

/** Moves the items that were parked when the user's session ended back into the cart. */
export function restoreParkedCart(userId: string): void {
  const waiting = parkedCart(userId);
  const { cartDetails } = parse(waiting.read());
  if (cartDetails.length > 0) save([...readLocalCart().cartDetails, ...cartDetails]);
  waiting.remove();
}

/** Gives an item a new key, because another quantity or message makes it a new order for the server. */
function named(item: CartItem): CartItem {
  const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
  return { ...item, key };
}

/** Returns whether two items differ only in quantity. */
function isSameCard(one: CartItem, other: CartItem): boolean {
  const without = (item: CartItem) =>
    JSON.stringify({ ...item, key: undefined, quantity: 0, total: 0, charityShare: 0 });
  return without(one) === without(other);
}

/**
 * Adds an item and returns the resulting item, or `undefined` if the cart is full.
 *
 * Equal items are merged up to the maximum quantity, but only for guests: the item of a signed-in user may already have been
 * sent.
 */
export function addToLocalCart(item: CartItem): CartItem | undefined {
  const items = readLocalCart().cartDetails;
  const isRoomIn = (other: CartItem) => other.quantity + item.quantity <= MAX_CARDS;
  const mayGrow = currentProfile() === undefined;
  const place = items.findIndex((other) => mayGrow && isSameCard(other, item) && isRoomIn(other));
  const same = items[place];
  if (same) changeLocalQuantity(same, same.quantity + item.quantity);
  else if (items.length < MAX_ITEMS) save([...items, named(item)]);
  else return undefined;
  return readLocalCart().cartDetails.at(place);
}

/** Adds items: all of them, or none if the cart has no room. Returns the resulting items. */
export function addAllToLocalCart(items: readonly CartItem[]): CartItem[] | undefined {
  const before = readCartText();
  const added: CartItem[] = [];
  for (const item of items) {
    const one = addToLocalCart(item);
    if (!one) {
      writeCartText(before ?? undefined);
      return undefined;
    }
    added.push(one);
  }
  return added;
}

/** Restores a removed item. It gets a new key, because the server may already have accepted the old one. */
export function restoreToLocalCart(item: CartItem): CartItem | undefined {
  const items = readLocalCart().cartDetails;
  if (items.length >= MAX_ITEMS) return undefined;
  save([...items, named(item)]);
  return readLocalCart().cartDetails.at(-1);
}

export function removeFromLocalCart(...gone: readonly CartItem[]): void {
  const texts = new Set(gone.map((item) => JSON.stringify(item)));
  save(readLocalCart().cartDetails.filter((item) => !texts.has(JSON.stringify(item))));
}

function changeLocally(item: CartItem, changes: Partial<CartItem>): void {
  const items = readLocalCart().cartDetails;
  const place = items.indexOf(item);
  if (place >= 0) save(items.with(place, named({ ...item, ...changes })));
}

export function changeLocalQuantity(item: CartItem, quantity: number): void {
  changeLocally(item, { quantity });
}

export function changeLocalGift(item: CartItem, words: GiftWords): void {
  changeLocally(item, words);
}
