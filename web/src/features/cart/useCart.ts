// The one door to the cart. Whoever is signed in has it at the server: what they add is sent at once, and stays in this
// browser only when that fails. A guest has it in this browser, and it moves to the server when they sign in.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { m } from "@/i18n";
import { countOf } from "@/session/cartCount";
import { restoreProfile, useIsRestoring, useProfile } from "@/session/current";
import { toast } from "@/ui/toast";
import {
  addToLocalCart,
  changeLocalGift,
  changeLocalQuantity,
  putBackIntoLocalCart,
  readLocalCart,
  removeFromLocalCart,
  takeBackWaitingCart,
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

/** Something in the cart, wherever it is kept, and what can be done with it. */
export interface CartEntry {
  key: string;
  item: CartItem | ServerCartItem;
  /** It is at the server, where it can be paid for. */
  isThere: boolean;
  /** Why it can't be bought; it has to be removed. */
  problem?: string | undefined;
  /** Left out where the number can't be changed. */
  onQuantity?: ((quantity: number) => void) | undefined;
  /** Left out where a gift's words can't be changed. */
  onGift?: ((words: GiftWords) => Promise<unknown>) | undefined;
  /** Left out where it can't be removed. */
  onRemove?: (() => void) | undefined;
}

function removeHere(item: CartItem): void {
  removeFromLocalCart(item);
  toast.success(m.cart_removed(), { label: m.cart_undo(), onPress: () => putBackIntoLocalCart(item) });
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
 * Puts a card into the cart; false when that is full. It is kept here before it is sent, so that nothing can lose it, and nobody
 * waits for the server: the cart says what became of it, and sends again what couldn't be sent.
 */
export function useAddToCart(): (item: CartItem) => Promise<boolean> {
  const { send } = useCartChanges();
  return async (item) => {
    const profile = await restoreProfile();
    const kept = addToLocalCart(item);
    if (kept && profile) send.mutate([kept]);
    return kept !== undefined;
  };
}

/** What is in the cart, and what can be done with it. */
export function useCart() {
  const profile = useProfile();
  const isRestoring = useIsRestoring();
  const isOwn = profile !== undefined;
  const cart = useQuery({ ...cartQuery(), enabled: isOwn });
  const { send, change, remove } = useCartChanges();
  const { cartDetails: kept } = useLocalCart();
  const [hadNothing] = useState(() => readLocalCart().cartDetails.length === 0);
  const isFrozen = isBeingPaid(cart.data);

  // What somebody chose before they signed in comes to their cart, together with what waited for them here.
  const owner = profile?.userId;
  const isReady = isOwn && cart.isSuccess && !isFrozen;
  const moveLocalCart = useEffectEvent(() => {
    const items = readLocalCart().cartDetails;
    if (items.length > 0) send.mutate(items);
  });
  useEffect(() => {
    if (owner !== undefined) takeBackWaitingCart(owner);
    if (isReady) moveLocalCart();
  }, [owner, isReady]);

  // Another tab has changed it: all tabs are told how full it is.
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
      entries: kept.map(guestEntry),
      isPending: isRestoring,
      isOwn,
      isFrozen: false,
      refusal: undefined,
    };

  const problems = problemsOf(send.error);
  const problemOf = ({ key }: CartItem) =>
    problems[send.variables?.findIndex((sent) => sent.key === key) ?? -1];
  // One that was refused held up the others.
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
    };
  });
  const here = kept.map((item, place): CartEntry => ({
    key: item.key ?? `kept ${place}`,
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
    /** Why the server takes none of it, where it says so. */
    refusal: refusalOf(send.error),
    /** Something is only in this browser: what to do to send it. */
    onSend:
      here.length > 0 &&
      !isFrozen &&
      (cart.isError || (hadNothing ? !send.isPending : send.isError || send.isSuccess))
        ? () => (cart.isError ? void cart.refetch() : send.mutate(kept))
        : undefined,
  };
}
