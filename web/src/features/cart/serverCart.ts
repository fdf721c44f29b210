// The cart of somebody who is signed in: the server keeps it, and what the browser kept for a guest is sent there.
import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import type { components } from "@/api/schema.d";
import { getLocale, m } from "@/i18n";
import { countOf } from "@/session/cartCount";
import { currentProfile } from "@/session/current";
import { toast } from "@/ui/toast";
import { readLocalCart, removeFromLocalCart, type GiftWords } from "./localCart";

export type ServerCart = components["schemas"]["Cart"];
export type ServerCartItem = components["schemas"]["CartItem"];

/** Why things can't be bought, in the page's language. */
async function inPageLanguage(cart: ServerCart): Promise<ServerCart> {
  const hasProblem = cart.cartDetails.some(({ problem }) => problem !== null);
  if (!hasProblem || getLocale() === "en") return cart;
  const words = await import("@/api/errorWords");
  const said = (problem: string | null) => (problem === null ? null : words.inPageLanguage(problem));
  return { ...cart, cartDetails: cart.cartDetails.map((item) => ({ ...item, problem: said(item.problem) })) };
}

/**
 * Every reply tells how full the cart is; the header of every tab shows it. One that comes after its owner has left is
 * nobody's, like that of a cancelled call.
 */
async function received(asking: Promise<ServerCart>): Promise<ServerCart> {
  const owner = currentProfile()?.userId;
  const cart = await asking;
  if (owner !== undefined) await (await import("@/session/session")).keepCartCount(countOf(cart), owner);
  const words = await inPageLanguage(cart);
  const hasLeft = owner !== undefined && owner !== currentProfile()?.userId;
  if (hasLeft) throw new DOMException("Whose cart it is has left", "AbortError");
  return words;
}

export function cartQuery() {
  return queryOptions({
    queryKey: ["cart"],
    queryFn: ({ signal }) => received(call("get", "/api/v1/Carts/me", { signal })),
    staleTime: 0,
    meta: { showsItsOwnErrors: true },
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

/** Sends what this browser has kept, and forgets it here once it is there. When that fails, it stays. */
async function sendLocalCart(): Promise<ServerCart> {
  const sent = readLocalCart();
  // Another tab was faster.
  if (sent.cartDetails.length === 0) return received(call("get", "/api/v1/Carts/me"));
  const body = { ...sent, cartDetails: [...sent.cartDetails] };
  const sending = call("post", "/api/v1/Carts/items", { body }).then((cart) => {
    removeFromLocalCart(...sent.cartDetails);
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

function replaced(cart: ServerCart, item: ServerCartItem): ServerCart {
  const cartDetails = cart.cartDetails.map((other) => (other.id === item.id ? item : other));
  return { ...cart, cartDetails, total: cartDetails.reduce((sum, { total }) => sum + total, 0) };
}

/** One change after the other, in the order in which they were made. */
const inOrder = { scope: { id: "cart" } };

/** What can be done with the server's cart. Each answers with all of it. */
export function useCartChanges() {
  const client = useQueryClient();
  const { queryKey } = cartQuery();
  const show = (cart: ServerCart) => client.setQueryData(queryKey, cart);
  // Whatever went wrong, the server knows how things stand.
  const readAgain = () => client.invalidateQueries({ queryKey });

  const send = useMutation({ ...inOrder, mutationFn: sendLocalCart, onSuccess: show });
  const change = useMutation({
    ...inOrder,
    mutationFn: (item: ServerCartItem) =>
      received(call("put", "/api/v1/Carts/items", { body: { cartDetails: [item] } })),
    // The number is there at once; what it comes to is exact, because amounts are whole dollars.
    onMutate: async (item) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (cart) => cart && replaced(cart, item));
    },
    onSuccess: (cart) => {
      // Of several changes under way, the last one's reply is the one to show.
      if (client.isMutating({ mutationKey: ["cart", "change"] }) <= 1) show(cart);
    },
    mutationKey: ["cart", "change"],
    onError: readAgain,
  });
  const remove = useMutation({
    ...inOrder,
    mutationFn: ({ id }: ServerCartItem) =>
      received(call("delete", "/api/v1/Carts/items/{id}", { path: { id } })),
    onSuccess: (cart) => {
      show(cart);
      toast.success(m.cart_removed());
    },
    onError: readAgain,
  });
  return { send, change, remove };
}

/** The item with another number of cards. */
export function withQuantity(item: ServerCartItem, quantity: number): ServerCartItem {
  return { ...item, quantity, total: item.price * quantity };
}

/** The item for somebody else, or with other words. */
export function withGift(item: ServerCartItem, words: GiftWords): ServerCartItem {
  return { ...item, ...words };
}
