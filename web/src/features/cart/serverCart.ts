// Cart of a signed-in user, stored on the server. Items from the browser's cart are sent there.
import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { keyOf } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { m } from "@/i18n";
import { countOf } from "@/session/cartCount";
import { currentProfile } from "@/session/current";
import { toast, withdrawToast } from "@/ui/overlay/toast";
import {
  restoreToLocalCart,
  readLocalCart,
  removeFromLocalCart,
  type CartItem,
  type GiftWords,
} from "./localCart";

export type ServerCart = components["schemas"]["Cart"];
export type ServerCartItem = components["schemas"]["CartItem"];

/**
 * Stores the cart count of each reply, which the header of every tab shows. A reply that arrives after its owner has signed out
 * is dropped like that of a cancelled call.
 */
async function received(asking: Promise<ServerCart>): Promise<ServerCart> {
  const owner = currentProfile()?.userId;
  const cart = await asking;
  if (owner !== undefined) await (await import("@/session/session")).storeCartCount(countOf(cart), owner);
  const hasLeft = owner !== undefined && owner !== currentProfile()?.userId;
  if (hasLeft) throw new DOMException("Whose cart it is has left", "AbortError");
  return cart;
}

export function cartQuery() {
  return queryOptions({
    queryKey: keyOf("/api/v1/Carts/me"),
    queryFn: ({ signal }) => received(call("get", "/api/v1/Carts/me", { signal })),
  });
}

/** Returns whether a payment for the cart is being confirmed. Until then the cart can't be changed or paid again. */
export function isBeingPaid(cart: ServerCart | undefined): cart is ServerCart & { id: string } {
  return cart !== undefined && cart.isPaying && cart.id !== null;
}

/** Replaces a cart that was paid for by an empty one. */
export async function cartWasSold(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: cartQuery().queryKey });
  const userId = currentProfile()?.userId;
  if (userId !== undefined) await (await import("@/session/session")).storeCartCount(0, userId);
}

/** Returns the item with all fields that the server knows. */
function forServer({ sendOn = null, sendHour = null, sendZone = null, ...item }: CartItem) {
  return { ...item, sendOn, sendHour, sendZone };
}

/**
 * Sends items of the browser's cart and removes them there on success. Each has an idempotency key, so it is safe to send one
 * again after a lost reply.
 */
async function sendLocalItems(items: readonly CartItem[]): Promise<ServerCart> {
  const localKeys = new Set(readLocalCart().cartDetails.map(({ key }) => key));
  const sent = items.filter(({ key }) => localKeys.has(key));
  // Another tab has already sent them.
  if (sent.length === 0) return received(call("get", "/api/v1/Carts/me"));
  const total = sent.reduce((sum, item) => sum + item.total, 0);
  const body = { total, isLocal: true, cartDetails: sent.map(forServer) };
  const sending = call("post", "/api/v1/Carts/items", { body }).then((cart) => {
    removeFromLocalCart(...sent);
    return cart;
  });
  return received(sending);
}

/** Returns the server's messages about single items, by their index in the request. */
export function problemsOf(error: Error | null): Record<number, string> {
  if (!(error instanceof ApiError)) return {};
  const messages = Object.entries(error.fields).map(([path, message]) => [
    /^cartDetails\[(\d+)\]/.exec(path)?.[1] ?? "",
    message,
  ]);
  return Object.fromEntries(messages.filter(([index]) => index !== "")) as Record<number, string>;
}

/** Returns the server's message about the items as a whole. */
export function refusalOf(error: Error | null): string | undefined {
  return error instanceof ApiError ? error.fields["cartDetails"] : undefined;
}

type Replace = (items: readonly ServerCartItem[]) => ServerCartItem[];

function withItems(cart: ServerCart, replace: Replace): ServerCart {
  const cartDetails = replace(cart.cartDetails);
  return { ...cart, cartDetails, total: cartDetails.reduce((sum, { total }) => sum + total, 0) };
}

/** Returns mutations of the server's cart, which run one after the other. */
export function useCartChanges() {
  const client = useQueryClient();
  const { queryKey } = cartQuery();
  const mutationKey = ["cart", "change"];
  /** The cart as last confirmed by the server, while the shown cart is optimistic. */
  const confirmed = [...queryKey, "confirmed"];
  const isLast = () => client.isMutating({ mutationKey }) <= 1;

  /** Shows the change immediately. Sums are exact, because amounts are whole dollars. */
  const begin = async (replace?: Replace) => {
    await client.cancelQueries({ queryKey, exact: true });
    if (isLast()) client.setQueryData(confirmed, client.getQueryData(queryKey));
    if (replace) client.setQueryData(queryKey, (cart) => cart && withItems(cart, replace));
  };
  /** Only the reply to the last pending change is shown, because earlier replies lack it. */
  const end = (cart: ServerCart) => {
    client.setQueryData(confirmed, cart);
    if (!isLast()) return;
    client.setQueryData(queryKey, cart);
    // A fetch that started before the change may still return the old cart: refetch.
    void client.refetchQueries({
      queryKey,
      exact: true,
      predicate: ({ state }) => state.fetchStatus !== "idle",
    });
  };
  /** Restores the confirmed cart and refetches it, because perhaps only the reply was lost. */
  const rollBack = (error: Error) => {
    if (!isLast() || error.name === "AbortError") return;
    client.setQueryData(queryKey, client.getQueryData(confirmed));
    void client.invalidateQueries({ queryKey, exact: true });
  };
  const change = { scope: { id: "cart" }, mutationKey, onSuccess: end, onError: rollBack };

  // The cart shows the error next to the item.
  const send = useMutation({
    ...change,
    mutationFn: sendLocalItems,
    onMutate: () => begin(),
    onError: (error) => {
      withdrawToast(m.purchase_added());
      rollBack(error);
    },
    meta: { showsItsOwnErrors: ({ fields }) => Object.keys(fields).length > 0 },
  });
  const putBack = (item: ServerCartItem) => {
    const restored = restoreToLocalCart(toLocalCartItem(item));
    if (restored) send.mutate([restored]);
  };

  return {
    send,
    change: useMutation({
      ...change,
      mutationFn: (item: ServerCartItem) =>
        received(call("put", "/api/v1/Carts/items", { body: { cartDetails: [item] } })),
      onMutate: (item) => begin((items) => items.map((other) => (other.id === item.id ? item : other))),
    }),
    removeList: useMutation({
      ...change,
      mutationFn: (id: string | null) =>
        received(call("delete", "/api/v1/Carts/lists/{id}", { path: { id: id ?? "" } })),
      onMutate: (id) => begin((items) => items.filter((other) => other.listId !== id)),
    }),
    remove: useMutation({
      ...change,
      mutationFn: ({ id }: ServerCartItem) =>
        received(call("delete", "/api/v1/Carts/items/{id}", { path: { id } })),
      onMutate: ({ id }) => begin((items) => items.filter((other) => other.id !== id)),
      onSuccess: (cart, item) => {
        end(cart);
        toast.success(m.cart_removed(), { label: m.cart_undo(), onPress: () => putBack(item) });
      },
    }),
  };
}

/** Returns the item with another quantity. */
export function withQuantity(item: ServerCartItem, quantity: number): ServerCartItem {
  const { charityShare, price } = item;
  const share = charityShare === null ? null : (charityShare / item.quantity) * quantity;
  return { ...item, quantity, total: price * quantity, charityShare: share };
}

/** Returns the item with another recipient, message or day. */
export function withGift(item: ServerCartItem, words: GiftWords): ServerCartItem {
  const { sendOn = null, sendHour = null, sendZone = null } = words;
  return { ...item, ...words, sendOn, sendHour, sendZone };
}

/** Converts an item to the form of the browser's cart. */
function toLocalCartItem(item: ServerCartItem): CartItem {
  const { to, recipientEmail, confirmEmail, from, giftMessage } = item;
  const {
    id: _id,
    listId: _list,
    problem: _problem,
    isOnSale: _isOnSale,
    charityShare: _share,
    ...rest
  } = item;
  return {
    ...rest,
    type: item.type === 1 ? 1 : 2,
    to: to ?? "",
    recipientEmail: recipientEmail ?? "",
    confirmEmail: confirmEmail ?? "",
    from: from ?? "",
    giftMessage: giftMessage ?? "",
  };
}
