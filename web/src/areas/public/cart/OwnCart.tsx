import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useProfile } from "@/session/current";
import { takeBackWaitingCart, useLocalCart, type CartItem } from "@/features/cart/localCart";
import { PaymentUnderWay } from "@/features/cart/PaymentUnderWay";
import {
  cartQuery,
  isBeingPaid,
  problemsOf,
  useCartChanges,
  withGift,
  withQuantity,
} from "@/features/cart/serverCart";
import { RetryScene } from "@/shared/page/RetryScene";
import { Button } from "@/ui/Button";
import { LinkButton } from "@/ui/LinkButton";
import { Notice } from "@/ui/Notice";
import { CartPlaceholder } from "./CartPlaceholder";
import { EmptyCart } from "./EmptyCart";
import { FullCart } from "./FullCart";
import { removeLocally } from "./GuestCart";
import type { Line } from "./CartLine";

/** The cart of somebody who is signed in. What they chose as a guest comes to it; as long as it can't, it stays in sight. */
export function OwnCart() {
  const cart = useQuery(cartQuery());
  const { send, change, remove } = useCartChanges();
  const { cartDetails: kept } = useLocalCart();
  const owner = useProfile()?.userId;
  useEffect(() => {
    if (owner !== undefined) takeBackWaitingCart(owner);
  }, [owner]);

  const sendAnythingOf = useEffectEvent((items: readonly CartItem[]) => {
    if (items.length > 0) send.mutate();
  });
  const isFrozen = isBeingPaid(cart.data);
  useEffect(() => {
    if (cart.isSuccess && !isFrozen) sendAnythingOf(kept);
  }, [cart.isSuccess, isFrozen, kept]);

  const isBeingRemoved = (id: string) => remove.isPending && remove.variables.id === id;
  const there = (cart.data?.cartDetails ?? []).map((item): Line => {
    const problem = item.problem ?? undefined;
    const isChangeable = problem === undefined && !isFrozen;
    return {
      key: item.id,
      item,
      problem,
      onQuantity: isChangeable ? (quantity) => change.mutate(withQuantity(item, quantity)) : undefined,
      onGift: isChangeable ? (words) => change.mutateAsync(withGift(item, words)) : undefined,
      onRemove: isFrozen ? undefined : () => remove.mutate(item),
      isBeingRemoved: isBeingRemoved(item.id),
    };
  });
  const problems = problemsOf(send.error);
  const local = kept.map((item, place): Line => {
    return {
      key: item.key ?? `kept ${place}`,
      item,
      problem: problems[place],
      onRemove: () => removeLocally(item),
    };
  });
  const lines = [...there, ...local];

  if (cart.isPending) return <CartPlaceholder />;
  if (cart.isLoadingError && local.length === 0) return <RetryScene onRetry={() => void cart.refetch()} />;
  if (lines.length === 0) return <EmptyCart />;
  const isKeptHere = local.length > 0 && (cart.isError || send.isError);
  return (
    <FullCart
      lines={lines}
      notice={
        isFrozen ? (
          <PaymentUnderWay />
        ) : isKeptHere ? (
          <Notice>
            <p>{m.cart_kept()}</p>
            <Button
              size="small"
              className="mt-3"
              isBusy={send.isPending || cart.isFetching}
              onClick={() => (cart.isError ? void cart.refetch() : send.mutate())}
            >
              {m.catalogue_retry()}
            </Button>
          </Notice>
        ) : undefined
      }
    >
      {isFrozen || lines.some(({ problem }) => problem !== undefined) || local.length > 0 ? (
        <Button variant="primary" size="large" disabled>
          {m.cart_checkout()}
        </Button>
      ) : (
        <LinkButton variant="primary" size="large" to={paths.checkout()}>
          {m.cart_checkout()}
        </LinkButton>
      )}
    </FullCart>
  );
}
