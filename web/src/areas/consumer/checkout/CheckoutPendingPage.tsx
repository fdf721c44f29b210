import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useNavigate, useParams } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { cartWasSold } from "@/shared/cart/serverCart";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { LinkButton } from "@/ui/LinkButton";
import { LoadingBar } from "@/ui/LoadingBar";
import { Scene } from "@/ui/Scene";
import { toast } from "@/ui/toast";
import { isSurelyUnpaid, outcomeQuery } from "./payment";

/** Nobody knows yet whether it was paid. The page asks until it is known, and leads on by itself. */
export function CheckoutPendingPage() {
  const { orderNumber = "" } = useParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: outcome } = useQuery(outcomeQuery(orderNumber));
  const paidOrder = outcome?.orderId;
  const isUnpaid = outcome !== undefined && isSurelyUnpaid(outcome);

  const place = paidOrder === undefined ? isUnpaid && paths.checkout() : paths.checkoutSuccess(paidOrder);
  const leadOn = useEffectEvent((known: string) => {
    if (isUnpaid) toast.error(m.checkout_not_paid());
    else void cartWasSold(client);
    void navigate(known, { replace: true });
  });
  useEffect(() => {
    if (place) leadOn(place);
  }, [place]);

  return (
    <Page title={m.checkout_pending_title()}>
      <LoadingBar isLoading />
      <div className="page grid justify-items-center gap-6 py-14 text-center">
        <Scene name="letter-sent" className="w-[min(320px,80%)]" />
        <div role="status" className="max-w-[46ch]">
          <PageHeading>{m.checkout_pending_title()}</PageHeading>
          <p className="mt-4 text-lg">{m.checkout_pending_text()}</p>
        </div>
        <LinkButton to={paths.wallet()}>{m.checkout_to_wallet()}</LinkButton>
      </div>
    </Page>
  );
}
