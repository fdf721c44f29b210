import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link, useParams } from "react-router";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { adminPaths } from "@/adminPaths";
import { DetailPlaceholder } from "@/shared/page/DetailPlaceholder";
import { WhenLoaded } from "@/shared/page/WhenLoaded";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Fact } from "@/ui/list/Fact";
import { Money } from "@/ui/Money";
import { Notice } from "@/ui/layout/Notice";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { BackToOrigin } from "@/areas/portal/kit/BackToOrigin";
import { CaseMenu, type CaseAction } from "@/areas/portal/kit/cases/CaseMenu";
import { Timeline } from "@/areas/portal/kit/cases/Timeline";
import { useCase } from "@/areas/portal/kit/cases/useCase";
import { useOriginHere } from "@/areas/portal/kit/origin";
import { useRefundWish } from "@/areas/portal/kit/refundWish";
import { BankPaymentPanels } from "./BankPaymentPanel";
import { AddressChanges, Attempts, Refunds } from "./dossier";
import { DeskCards, Named, OrderChip } from "./searchResults";
import { cardLinks } from "./cardLinks";
import { dossierQuery, type OrderDossier } from "./queries";
import { useCheckCharge } from "./useCheckCharge";
import { RefundRequestPanel } from "./RefundRequestPanel";
import { ReviewPanel } from "./ReviewPanel";
import { noCardsText } from "./labels";

const CancelOrderDialog = lazyPiece(
  async () => (await import("./refundDialogs")).CancelOrderDialog,
  ({ onClose }) => onClose(),
);

const RefundDialog = lazyPiece(
  async () => (await import("./refundDialogs")).RefundDialog,
  ({ onClose }) => onClose(),
);

/** Page about an order: buyer, payment attempts with their outcome, and cards. */
export function SupportOrderPage() {
  const { id = "" } = useParams();
  const timeline = useCase({ kind: "order", id });
  const order = useQuery(dossierQuery(id));
  return (
    <WhenLoaded query={order} placeholder={<DetailPlaceholder />} otherwise={adminPaths.cards()}>
      {(found) => <Dossier order={found} timeline={timeline} />}
    </WhenLoaded>
  );
}

interface DossierProps {
  order: OrderDossier;
  timeline: ReturnType<typeof useCase>;
}

function Dossier({ order, timeline }: DossierProps) {
  const { refundOf, forgetWish } = useRefundWish();
  const isRefundWaiting = order.refundRequests.some(({ decidedAt }) => decidedAt === null);
  const isWished = refundOf !== undefined && order.canBeRefunded && !isRefundWaiting;
  const [asking, setAsking] = useState<"cancel" | "refund" | undefined>(isWished ? "refund" : undefined);
  const [only, setOnly] = useState(refundOf);
  const close = () => {
    setAsking(undefined);
    // Set at once, because removing it from the history entry takes a moment.
    setOnly(undefined);
    forgetWish();
  };
  const { orderNumber, status, paidWith, paidAt, createdAt, cancelledAt, cancelReason } = order;
  const originHere = useOriginHere();
  const latest = order.attempts.at(-1);
  // An unpaid order has no total yet: show the amount of the latest attempt.
  const total = order.total ?? latest?.amount;
  const title = m.orders_one({ number: orderNumber });
  const words = title.replace(orderNumber, "").trim();
  const check = useCheckCharge(order.id);
  const refund: CaseAction = {
    label: m.helpdesk_refund(),
    note: orderNumber,
    icon: "banknote",
    run: () => setAsking("refund"),
    isDisabled: !order.canBeRefunded || isRefundWaiting,
  };
  const cancel: CaseAction = {
    label: m.helpdesk_cancel(),
    note: orderNumber,
    icon: "x",
    run: () => setAsking("cancel"),
    isDisabled: !order.canBeCancelled || isRefundWaiting,
  };
  const isPaid = status === "Paid";
  // The bank may have reinstated a reversed charge.
  const actions = [...(isPaid || status === "Reversed" ? [check] : []), ...(isPaid ? [refund, cancel] : [])];
  return (
    <Page title={title}>
      <BackToOrigin />
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageHeading>
          {words} <span className="font-mono">{orderNumber}</span>
        </PageHeading>
        <OrderChip status={status} />
        <span className="grow" />
        <CaseMenu actions={actions}>
          {isPaid && `${m.helpdesk_cancel_why_not()} ${m.helpdesk_refund_rule()}`}
        </CaseMenu>
      </header>
      {cancelledAt !== null && (
        <Notice className="mt-4">
          <p className="font-semibold">{m.helpdesk_cancelled_on({ date: formatMoment(cancelledAt) })}</p>
          {cancelReason && <p>{m.helpdesk_cancelled_because({ reason: cancelReason })}</p>}
        </Notice>
      )}
      {latest?.state === "REVERSED" && (
        <Notice tone="danger" className="mt-4">
          {m.helpdesk_reversed_notice()}
        </Notice>
      )}
      <RefundRequestPanel order={order} />
      <BankPaymentPanels order={order} />
      {order.review && <ReviewPanel order={order} review={order.review} />}
      {status === "Pending" && latest?.state === "HELD" && (
        <Notice className="mt-4">{m.helpdesk_held_notice()}</Notice>
      )}
      <dl className="mt-6 [&_dd]:mt-1 [&_dd]:font-semibold [&_dt]:text-sm [&_dt]:text-ink-soft [&_dd]:wrap-anywhere grid grid-cols-[repeat(auto-fit,minmax(min(130px,100%),1fr))] gap-x-6 gap-y-5 rounded-card border border-line bg-surface p-5">
        <Fact term={m.helpdesk_total()}>
          {total === undefined ? "–" : <Money amount={total} className="text-2xl font-bold" />}
        </Fact>
        <Fact term={m.orders_buyer()}>
          <Named name={order.buyerName} email={order.buyerEmail} />
          <Link to={adminPaths.person(order.buyerId)} state={originHere()} className="text-sm">
            {m.helpdesk_see_buyer()}
          </Link>
        </Fact>
        <Fact term={m.orders_paid_with()}>{paidWith}</Fact>
        <Fact term={m.helpdesk_created()}>{formatMoment(createdAt)}</Fact>
        <Fact term={m.orders_paid_at()}>{paidAt && formatMoment(paidAt)}</Fact>
      </dl>
      <DeskCards rows={order.cards} none={noCardsText(latest?.state)} />
      <Refunds refunds={order.refunds} />
      <AddressChanges changes={order.addressChanges} />
      <Attempts attempts={order.attempts} />
      <Timeline {...timeline} cardLink={cardLinks(order.cards)} />
      <Suspense>
        {asking === "cancel" && <CancelOrderDialog order={order} onClose={close} />}
        {asking === "refund" && <RefundDialog order={order} only={only} onClose={close} />}
      </Suspense>
    </Page>
  );
}
