// Access to the cart. Signed-in users have it on the server: added items are sent at once and stay in the browser only if that
// fails. Guests have it in the browser; it moves to the server when they sign in.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { m } from "@/i18n";
import { countOf } from "@/session/cartCount";
import { restoreProfile, useIsRestoring, useProfile } from "@/session/current";
import { toast } from "@/ui/overlay/toast";
import {
  addAllToLocalCart,
  changeLocalGift,
  changeLocalQuantity,
  restoreToLocalCart,
  readLocalCart,
  removeFromLocalCart,
  restoreParkedCart,
  useLocalCart,
  type CartItem,
  type GiftWords,
} from "./localCart";
import {
  cartQuery,
  isBeingPaid,
  problemsOf,
  refusalOf,
  useCartChanges,
  withGift,
  withQuantity,
  type ServerCartItem,
} from "./serverCart";

/** A cart item, stored in the browser or on the server, with its possible changes. */
export interface CartEntry {
  key: string;
  item: CartItem | ServerCartItem;
  /** Whether the item is on the server, where it can be paid for. */
  isThere: boolean;
  /** Reason why the item can't be bought. The shopper must remove it. */
  problem?: string | undefined;
  /** Undefined if the quantity can't be changed. */
  onQuantity?: ((quantity: number) => void) | undefined;
  /** Undefined if recipient and message can't be changed. */
  onGift?: ((words: GiftWords) => Promise<unknown>) | undefined;
  /** Undefined if the item can't be removed. */
  onRemove?: (() => void) | undefined;
  /** Removes the whole list of the item. Undefined if it is of none, or can't be removed. */
  onRemoveList?: (() => void) | undefined;
}

function removeHere(item: CartItem): void {
  removeFromLocalCart(item);
  toast.success(m.cart_removed(), { label: m.cart_undo(), onPress: () => restoreToLocalCart(item) });
}

function guestEntry(item: CartItem, place: number): CartEntry {
  return {
    key: String(place),
    item,
    isThere: false,
    onQuantity: (quantity) => changeLocalQuantity(item, quantity),
    onGift: async (words) => changeLocalGift(item, words),
    onRemove: () => removeHere(item),
  };
}

/**
 * Adds cards to the cart: all of them, or none and returns false if there is no room. The items are stored in the browser before
 * they are sent, so they are never lost and the caller needn't wait. The cart page shows a failure and sends them again.
 */
export function useAddToCart(): (items: readonly CartItem[]) => Promise<boolean> {
  const { send } = useCartChanges();
  return async (items) => {
    const profile = await restoreProfile();
    const added = addAllToLocalCart(items);
    if (added && profile) send.mutate(added);
    return added !== undefined;
  };
}

/** Returns the cart with its possible changes. */
export function useCart() {
  const profile = useProfile();
  const isRestoring = useIsRestoring();
  const isOwn = profile !== undefined;
  const cart = useQuery({ ...cartQuery(), enabled: isOwn });
  const { send, change, remove, removeList } = useCartChanges();
  const { cartDetails: added } = useLocalCart();
  const [hadNothing] = useState(() => readLocalCart().cartDetails.length === 0);
  const isFrozen = isBeingPaid(cart.data);

  // After signing in, move items chosen as a guest and parked items to the server.
  const owner = profile?.userId;
  const isReady = isOwn && cart.isSuccess && !isFrozen;
  const moveLocalCart = useEffectEvent(() => {
    const items = readLocalCart().cartDetails;
    if (items.length > 0) send.mutate(items);
  });
  useEffect(() => {
    if (owner !== undefined) restoreParkedCart(owner);
    if (isReady) moveLocalCart();
  }, [owner, isReady]);

  // Another tab has changed the cart and with it the shared cart count: refetch.
  const toldCount = profile?.cartTotalCount;
  const readAgain = useEffectEvent((count: number | undefined) => {
    const isSettled =
      isReady && !cart.isFetching && ![send, change, remove].some(({ isPending }) => isPending);
    if (isSettled && count !== countOf(cart.data)) void cart.refetch();
  });
  useEffect(() => readAgain(toldCount), [toldCount]);

  if (!isOwn)
    return {
      cart,
      entries: added.map(guestEntry),
      isPending: isRestoring,
      isOwn,
      isFrozen: false,
      refusal: undefined,
    };

  const problems = problemsOf(send.error);
  const problemOf = ({ key }: CartItem) =>
    problems[send.variables?.findIndex((sent) => sent.key === key) ?? -1];
  // A refused item blocked the others: send these again without it.
  const removeKept = (item: CartItem) => {
    removeHere(item);
    const rest = readLocalCart().cartDetails;
    if (send.isError && rest.length > 0) send.mutate(rest);
  };
  const there = (cart.data?.cartDetails ?? []).map((item): CartEntry => {
    const problem = item.problem ?? undefined;
    const isChangeable = problem === undefined && !isFrozen;
    return {
      key: item.id,
      item,
      isThere: true,
      problem,
      onQuantity: isChangeable ? (quantity) => change.mutate(withQuantity(item, quantity)) : undefined,
      onGift: isChangeable ? (words) => change.mutateAsync(withGift(item, words)) : undefined,
      onRemove: isFrozen ? undefined : () => remove.mutate(item),
      onRemoveList: isFrozen || item.listId === null ? undefined : () => removeList.mutate(item.listId),
    };
  });
  const here = added.map((item, place): CartEntry => ({
    key: item.key ?? `added ${place}`,
    item,
    isThere: false,
    problem: problemOf(item),
    onRemove: () => removeKept(item),
  }));
  return {
    cart,
    entries: [...there, ...here],
    isPending: cart.isPending,
    isOwn,
    isFrozen,
    /** Reason why the server refused all items, if it gave one. */
    refusal: refusalOf(send.error),
    /** Sends the items that are only in the browser; undefined if there are none. */
    onSend:
      here.length > 0 &&
      !isFrozen &&
      (cart.isError || (hadNothing ? !send.isPending : send.isError || send.isSuccess))
        ? () => (cart.isError ? void cart.refetch() : send.mutate(added))
        : undefined,
  };
}
