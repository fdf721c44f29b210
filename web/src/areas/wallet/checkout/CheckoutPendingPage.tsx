import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { Navigate, useNavigate, useParams } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { clearUnansweredPayment, unansweredPayment } from "@/features/cart/unansweredPayment";
import { cartQuery, cartWasSold } from "@/features/cart/serverCart";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { LinkButton } from "@/ui/form/LinkButton";
import { LoadingBar } from "@/ui/layout/LoadingBar";
import { Scene } from "@/ui/layout/Scene";
import { Spinner } from "@/ui/layout/Spinner";
import { isSurelyUnpaid, outcomeQuery, type Outcome } from "./payment";
import { useIsOffline } from "./useIsOffline";

/**
 * Page of a payment whose outcome is unknown. It polls until the outcome is known, then redirects or says that nothing was
 * paid. It shows neither server data nor pictures, so it works offline.
 */
export function CheckoutPendingPage() {
  const { orderNumber = "" } = useParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  // If this tab has just started the payment, the server may not know the order yet.
  const [isOwn] = useState(() => unansweredPayment() === orderNumber);
  const { data: outcome } = useQuery(outcomeQuery(orderNumber));
  const end = outcome?.end;
  const isUnpaid = outcome !== undefined && isSurelyUnpaid(outcome);

  const isOffline = useIsOffline();
  // Refetch the cart: while a payment is under review the buyer has a new cart, and an unpaid cart can be paid again.
  const changedBy = isUnpaid ? "no payment" : outcome?.isPending ? "a held payment" : undefined;
  const readCart = useEffectEvent(async () => {
    const cart = await client.query({ ...cartQuery(), staleTime: 0 });
    // A new cart id means that the old cart became an order: this tab no longer tracks its payment.
    if (cart.id !== orderNumber) clearUnansweredPayment();
  });
  useEffect(() => {
    if (changedBy !== undefined) readCart().catch(() => undefined);
  }, [changedBy]);

  const isKnown = isUnpaid || end !== undefined;
  useEffect(() => {
    if (isKnown) clearUnansweredPayment();
  }, [isKnown]);
  const leadOn = useEffectEvent(({ orderId, isCancelled }: NonNullable<typeof end>) => {
    void cartWasSold(client);
    const place = isCancelled ? paths.order(orderId) : paths.checkoutSuccess(orderId);
    void navigate(place, { replace: true });
  });
  useEffect(() => {
    if (end) leadOn(end);
  }, [end]);

  if (!isOwn && outcome?.isUnknown) return <Navigate to={paths.orders()} replace />;
  if (!isOwn && !outcome) {
    return (
      <Page title={m.orders_title()}>
        <LoadingBar isLoading />
      </Page>
    );
  }
  const title = isUnpaid ? m.checkout_not_paid() : m.checkout_pending_title();
  return (
    <Page title={title}>
      <LoadingBar isLoading={!isUnpaid} />
      <div className="page grid justify-items-center gap-6 py-14 text-center">
        {/* A spinner needs no file, so it also works offline. */}
        {isUnpaid ? <Scene name="went-wrong" className="w-[min(320px,80%)]" /> : <Spinner />}
        <div role="status" className="max-w-[46ch]">
          <PageHeading>{title}</PageHeading>
          <p className="mt-4 text-lg">{isUnpaid ? notPaidBecause(outcome) : m.checkout_pending_text()}</p>
          {isOffline && !isUnpaid && <p className="mt-4 font-semibold">{m.checkout_pending_offline()}</p>}
        </div>
        {isUnpaid ? (
          <div className="flex flex-wrap justify-center gap-3">
            <LinkButton to={paths.checkout()} variant="primary">
              {m.checkout_pay_anew()}
            </LinkButton>
            <LinkButton to={paths.cart()}>{m.cart_title()}</LinkButton>
          </div>
        ) : (
          <LinkButton to={paths.orders()}>{m.orders_title()}</LinkButton>
        )}
      </div>
    </Page>
  );
}

function notPaidBecause({ wasCharged }: Outcome): string {
  return wasCharged ? m.error_payment_cancelled() : m.checkout_nothing_charged();
}
