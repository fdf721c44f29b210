// What is in the cart that a guest's browser keeps: items in the form in which the server takes them, too.
import { useSyncExternalStore } from "react";
import type { PostalAddress } from "@/api/queries/shopWindow";
import { waitingCart } from "@/lib/waitingCart";
import { causeShare } from "@/features/catalogue/causeShare";
import { currentProfile } from "@/session/current";
import { readCartText, subscribeToStoredCart, writeCartText } from "./storedCart";

/** Of one item. */
export const MOST_CARDS = 20;
export const MOST_ITEMS = 50;

/** A card that supports a cause, and one that doesn't. */
const CHARITY_CARD = 1;
const LOCAL_CARD = 2;

interface Named {
  name: string;
  logoPath: string | null;
}

export interface CartItem {
  /** Its name for the server, which takes it under this name once, however often it is sent. */
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
  /** In percent, as the shop gave when this was chosen; where a cause gets something. */
  charityRate?: number | undefined;
  /** What the cause gets of the total. */
  charityShare?: number | undefined;
  isGift: boolean;
  to: string;
  recipientEmail: string;
  confirmEmail: string;
  from: string;
  giftMessage: string;
}

/** Whom a card is for, and what is written with it. */
export type GiftWords = Pick<CartItem, "to" | "recipientEmail" | "confirmEmail" | "from" | "giftMessage">;

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
  quantity: (value) => isCount(value) && (value as number) <= MOST_CARDS,
  price: isCount,
  charityRate: (value) => value === undefined || isCount(value),
  isGift: (value) => typeof value === "boolean",
  to: isText,
  recipientEmail: isText,
  confirmEmail: isText,
  from: isText,
  giftMessage: isText,
});

export interface LocalCart {
  total: number;
  isLocal: true;
  cartDetails: readonly CartItem[];
}

const EMPTY: LocalCart = { total: 0, isLocal: true, cartDetails: [] };

/** Amounts are whole dollars, so sums are exact. */
function cartOf(items: readonly CartItem[]): LocalCart {
  const cartDetails = items.map((item) => {
    const total = item.price * item.quantity;
    const { charityRate } = item;
    return { ...item, total, ...(charityRate && { charityShare: causeShare(total, charityRate) }) };
  });
  return { total: cartDetails.reduce((sum, { total }) => sum + total, 0), isLocal: true, cartDetails };
}

/** Anybody can write anything into their storage: what isn't an item is left out. */
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

/** The same object as long as nothing changed. */
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

/** What waited for its owner to come back is in the cart again, beside what is there. */
export function takeBackWaitingCart(userId: string): void {
  const waiting = waitingCart(userId);
  const { cartDetails } = parse(waiting.read());
  if (cartDetails.length > 0) save([...readLocalCart().cartDetails, ...cartDetails]);
  waiting.remove();
}

/** Another number of cards, or other words, is another wish, and has another name. */
function named(item: CartItem): CartItem {
  const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
  return { ...item, key };
}

/** Whether two items are the same card for the same person, so that only their number differs. */
function isSameCard(one: CartItem, other: CartItem): boolean {
  const without = (item: CartItem) =>
    JSON.stringify({ ...item, key: undefined, quantity: 0, total: 0, charityShare: 0 });
  return without(one) === without(other);
}

/**
 * Puts cards into the cart, and answers with the item that they are in; undefined when it is full. More of what is there
 * already become one item, as long as that holds them; but what somebody who is signed in has here was perhaps sent
 * already, and stays as it is.
 */
export function addToLocalCart(item: CartItem): CartItem | undefined {
  const items = readLocalCart().cartDetails;
  const isRoomIn = (other: CartItem) => other.quantity + item.quantity <= MOST_CARDS;
  const mayGrow = currentProfile() === undefined;
  const place = items.findIndex((other) => mayGrow && isSameCard(other, item) && isRoomIn(other));
  const same = items[place];
  if (same) changeLocalQuantity(same, same.quantity + item.quantity);
  else if (items.length < MOST_ITEMS) save([...items, named(item)]);
  else return undefined;
  return readLocalCart().cartDetails.at(place);
}

/** Puts something back that was removed. What was sent before has a name by which the server would take it no more: it gets another. */
export function putBackIntoLocalCart(item: CartItem): CartItem | undefined {
  const items = readLocalCart().cartDetails;
  if (items.length >= MOST_ITEMS) return undefined;
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
