// The cart of somebody who is signed in: the server keeps it, and what the browser kept for a guest is sent there.
import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { keyOf } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { m } from "@/i18n";
import { countOf } from "@/session/cartCount";
import { currentProfile } from "@/session/current";
import { toast, withdrawToast } from "@/ui/toast";
import {
  putBackIntoLocalCart,
  readLocalCart,
  removeFromLocalCart,
  type CartItem,
  type GiftWords,
} from "./localCart";

export type ServerCart = components["schemas"]["Cart"];
export type ServerCartItem = components["schemas"]["CartItem"];

/**
 * Every reply tells how full the cart is; the header of every tab shows it. One that comes after its owner has left is
 * nobody's, like that of a cancelled call.
 */
async function received(asking: Promise<ServerCart>): Promise<ServerCart> {
  const owner = currentProfile()?.userId;
  const cart = await asking;
  if (owner !== undefined) await (await import("@/session/session")).keepCartCount(countOf(cart), owner);
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

/** Whether a payment for it is being confirmed: until then it can neither be changed nor paid for again. */
export function isBeingPaid(cart: ServerCart | undefined): cart is ServerCart & { id: string } {
  return cart !== undefined && cart.isPaying && cart.id !== null;
}

/** It was paid for: an empty one takes its place. */
export async function cartWasSold(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: cartQuery().queryKey });
  const userId = currentProfile()?.userId;
  if (userId !== undefined) await (await import("@/session/session")).keepCartCount(0, userId);
}

/**
 * Sends what this browser keeps, and forgets it here once it is there: when that fails, it stays. Each item has a name under
 * which the server takes it once, so it is safe to send one again of which nobody knows whether it has arrived.
 */
async function sendLocalItems(items: readonly CartItem[]): Promise<ServerCart> {
  const kept = new Set(readLocalCart().cartDetails.map(({ key }) => key));
  const sent = items.filter(({ key }) => kept.has(key));
  // Another tab was faster.
  if (sent.length === 0) return received(call("get", "/api/v1/Carts/me"));
  const total = sent.reduce((sum, item) => sum + item.total, 0);
  const body = { total, isLocal: true, cartDetails: sent };
  const sending = call("post", "/api/v1/Carts/items", { body }).then((cart) => {
    removeFromLocalCart(...sent);
    return cart;
  });
  return received(sending);
}

/** What the server says about single things that it was sent, by their place among them. */
export function problemsOf(error: Error | null): Record<number, string> {
  if (!(error instanceof ApiError)) return {};
  const told = Object.entries(error.fields).map(([path, message]) => [
    /^cartDetails\[(\d+)\]/.exec(path)?.[1] ?? "",
    message,
  ]);
  return Object.fromEntries(told.filter(([place]) => place !== "")) as Record<number, string>;
}

/** What the server says about all that it was sent. */
export function refusalOf(error: Error | null): string | undefined {
  return error instanceof ApiError ? error.fields["cartDetails"] : undefined;
}

type Replace = (items: readonly ServerCartItem[]) => ServerCartItem[];

function withItems(cart: ServerCart, replace: Replace): ServerCart {
  const cartDetails = replace(cart.cartDetails);
  return { ...cart, cartDetails, total: cartDetails.reduce((sum, { total }) => sum + total, 0) };
}

/** What can be done with the server's cart: one after the other, in the order in which it was asked for. */
export function useCartChanges() {
  const client = useQueryClient();
  const { queryKey } = cartQuery();
  const mutationKey = ["cart", "change"];
  /** The cart as the server last said, while what is shown is ahead of it. */
  const confirmed = [...queryKey, "confirmed"];
  const isLast = () => client.isMutating({ mutationKey }) <= 1;

  /** What is changed shows at once. Sums are exact, because amounts are whole dollars. */
  const begin = async (replace?: Replace) => {
    await client.cancelQueries({ queryKey, exact: true });
    if (isLast()) client.setQueryData(confirmed, client.getQueryData(queryKey));
    if (replace) client.setQueryData(queryKey, (cart) => cart && withItems(cart, replace));
  };
  /** Of several changes under way the last one's reply is the one to show: the others don't know of it. */
  const end = (cart: ServerCart) => {
    client.setQueryData(confirmed, cart);
    if (!isLast()) return;
    client.setQueryData(queryKey, cart);
    // A reading that began before the change was made may still bring the cart without it.
    void client.refetchQueries({
      queryKey,
      exact: true,
      predicate: ({ state }) => state.fetchStatus !== "idle",
    });
  };
  /** Back to what the server last said; and it is asked how things stand, for perhaps only its answer was lost. */
  const rollBack = (error: Error) => {
    if (!isLast() || error.name === "AbortError") return;
    client.setQueryData(queryKey, client.getQueryData(confirmed));
    void client.invalidateQueries({ queryKey, exact: true });
  };
  const change = { scope: { id: "cart" }, mutationKey, onSuccess: end, onError: rollBack };

  // What is wrong with something stands beside it in the cart.
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
    const kept = putBackIntoLocalCart(keptItem(item));
    if (kept) send.mutate([kept]);
  };

  return {
    send,
    change: useMutation({
      ...change,
      mutationFn: (item: ServerCartItem) =>
        received(call("put", "/api/v1/Carts/items", { body: { cartDetails: [item] } })),
      onMutate: (item) => begin((items) => items.map((other) => (other.id === item.id ? item : other))),
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

/** The item with another number of cards. */
export function withQuantity(item: ServerCartItem, quantity: number): ServerCartItem {
  const { charityShare, price } = item;
  const share = charityShare === null ? null : (charityShare / item.quantity) * quantity;
  return { ...item, quantity, total: price * quantity, charityShare: share };
}

/** The item for somebody else, or with other words. */
export function withGift(item: ServerCartItem, words: GiftWords): ServerCartItem {
  return { ...item, ...words };
}

/** The item as this browser keeps what it has yet to send. */
function keptItem(item: ServerCartItem): CartItem {
  const { to, recipientEmail, confirmEmail, from, giftMessage } = item;
  const { id: _id, problem: _problem, isOnSale: _isOnSale, charityShare: _share, ...rest } = item;
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
