// Cases that wait for an administrator, such as held orders and reversed charges. Renders nothing
// if there are none.
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { adminPaths } from "@/adminPaths";
import { call } from "@/api/client";
import { refusalText } from "@/areas/portal/kit/gatewayReasons";
import { useOriginHere } from "@/areas/portal/kit/origin";
import { PagedSection } from "@/areas/portal/kit/TableSection";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { riskLabel } from "@/features/orders/riskLabels";
import type { Column } from "@/shared/table/DataTable";
import type { Paged } from "@/shared/table/listState";
import { Chip } from "@/ui/list/Chip";
import { Money } from "@/ui/Money";
import { CloseCaseButton } from "./CloseCaseButton";
import { Named } from "./searchResults";
import { HeldPayments } from "./heldPayments";
import {
  refundRequestsQuery,
  refusedRefundsQuery,
  reversalsQuery,
  reviewsQuery,
  type ChargeReversal,
  type OrderReview,
  type RefundRequest,
  type RefusedRefund,
} from "./queries";
import { reversalText } from "./labels";

/** A case about an order. */
interface OrderCase {
  id: string;
  orderId: string;
  orderNumber: string;
  buyerName: string;
  buyerEmail?: string;
  amount: number;
}

interface CasesProps<Case> {
  title: string;
  note: string;
  none: string;
  pagesLabel: string;
  query: UseQueryResult<Paged<Case>>;
  page: number;
  onPage: (page: number) => void;
  /** Column between buyer and amount, with the content of the case. */
  about: Column<Case>;
  actions?: (thing: Case) => ReactNode;
}

function Cases<Case extends OrderCase>({ about, ...section }: CasesProps<Case>) {
  const originHere = useOriginHere();
  return (
    <PagedSection
      {...section}
      linkOf={({ orderId }) => adminPaths.order(orderId)}
      linkState={originHere}
      idOf={({ id }) => id}
      columns={[
        {
          id: "order",
          label: m.helpdesk_order,
          cell: ({ orderNumber }) => <span className="font-mono">{orderNumber}</span>,
        },
        {
          id: "buyer",
          label: m.orders_buyer,
          cell: ({ buyerName, buyerEmail }) =>
            buyerEmail === undefined ? buyerName : <Named name={buyerName} email={buyerEmail} />,
        },
        about,
        {
          id: "amount",
          label: m.helpdesk_amount,
          isNumber: true,
          cell: ({ amount }) => <Money amount={amount} />,
        },
      ]}
    />
  );
}

const risk: Column<OrderReview> = {
  id: "score",
  label: m.helpdesk_score,
  cell: ({ score, reasons, heldAt }) => (
    <>
      <span className="font-semibold">{m.helpdesk_score_of({ score })}</span>
      <span className="block text-sm">{reasons.map(riskLabel).join(" · ")}</span>
      <span className="block text-sm text-ink-soft">
        {m.helpdesk_review_since({ date: formatMoment(heldAt) })}
      </span>
    </>
  ),
};

/**
 * Orders held for review: risky ones, decided on their own pages, and those that the gateway holds.
 */
export function Reviews() {
  const [page, setPage] = useState(1);
  return (
    <>
      <Cases
        title={m.helpdesk_reviews()}
        note={m.helpdesk_reviews_text()}
        none={m.helpdesk_reviews_none()}
        pagesLabel={m.helpdesk_reviews_pages()}
        query={useQuery(reviewsQuery(page))}
        page={page}
        onPage={setPage}
        about={risk}
      />
      <HeldPayments />
    </>
  );
}

/** Whether cards were frozen for the reversal; otherwise it took refunds only. */
function isOfCards({ unspent, loss }: Pick<ChargeReversal, "unspent" | "loss">): boolean {
  return unspent > 0 || loss > 0;
}

/** Returns the unspent and the lost amount, without amounts of zero, or undefined if it took refunds only. */
function reversedSums({ unspent, loss }: Pick<ChargeReversal, "unspent" | "loss">): string | undefined {
  if (!isOfCards({ unspent, loss })) return undefined;
  const sums = { unspent: formatMoney(unspent), loss: formatMoney(loss) };
  if (unspent === 0) return m.helpdesk_reversal_only_loss(sums);
  return loss === 0 ? m.helpdesk_reversal_no_loss(sums) : m.helpdesk_reversal_loss(sums);
}

const whatHappened: Column<ChargeReversal> = {
  id: "cause",
  label: m.helpdesk_reversal_what,
  isLong: true,
  cell: ({ cause, createdAt, wonAt, covered, paidTwice, ...sums }) => (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Chip tone="danger">{reversalText(cause)}</Chip>
        <span className="text-sm whitespace-nowrap text-ink-soft">{formatMoment(createdAt)}</span>
      </span>
      {wonAt !== null && (
        <span className="mt-1 block text-sm font-semibold">
          {(isOfCards(sums) ? m.helpdesk_reversal_won : m.helpdesk_reversal_won_refunds)({
            date: formatMoment(wonAt),
          })}
        </span>
      )}
      <span className="mt-1 block text-sm whitespace-normal text-ink-soft">{reversedSums(sums)}</span>
      {covered > 0 && (
        <span className="mt-1 block max-w-[44ch] text-sm whitespace-normal">
          {m.helpdesk_reversal_covered({ covered: formatMoney(covered) })}
        </span>
      )}
      {paidTwice > 0 && (
        <span className="mt-1 block max-w-[44ch] text-sm font-semibold whitespace-normal">
          {m.helpdesk_reversal_paid_twice({ paidTwice: formatMoney(paidTwice) })}
        </span>
      )}
    </>
  ),
};

/** Charges reversed at the gateway that no administrator has examined yet. */
export function Reversals() {
  const [page, setPage] = useState(1);
  return (
    <Cases
      title={m.helpdesk_reversals()}
      note={m.helpdesk_reversals_text()}
      none={m.helpdesk_reversals_none()}
      pagesLabel={m.helpdesk_reversals_pages()}
      query={useQuery(reversalsQuery(page))}
      page={page}
      onPage={setPage}
      about={whatHappened}
      actions={(reversal) => (
        <CloseCaseButton
          name={m.helpdesk_reversal_close_one({ number: reversal.orderNumber })}
          title={m.helpdesk_reversal_close_title({ number: reversal.orderNumber })}
          text={m.helpdesk_reversal_close_text()}
          close={(note) =>
            call("put", "/api/v1/Helpdesk/reversals/{id}/closed", {
              path: { id: reversal.id },
              body: { note },
            })
          }
        />
      )}
    />
  );
}

const whoAsked: Column<RefundRequest> = {
  id: "asked",
  label: m.helpdesk_refund_request_about,
  cell: ({ requestedByName, requestedAt, reason }) => (
    <>
      <span className="font-semibold">{requestedByName ?? "–"}</span>
      <span className="block text-sm">{reason}</span>
      <span className="block text-sm text-ink-soft">{formatMoment(requestedAt)}</span>
    </>
  ),
};

/** Refunds that wait for a second person, who decides on the order's page. */
export function RefundRequests() {
  const [page, setPage] = useState(1);
  return (
    <Cases
      title={m.helpdesk_refund_requests()}
      note={m.helpdesk_refund_requests_text()}
      none={m.helpdesk_refund_requests_none()}
      pagesLabel={m.helpdesk_refund_requests_pages()}
      query={useQuery(refundRequestsQuery(page))}
      page={page}
      onPage={setPage}
      about={whoAsked}
    />
  );
}

const whyRefused: Column<RefusedRefund> = {
  id: "why",
  label: m.helpdesk_refused_why,
  cell: ({ refusal, refusedAt, bankAskedAt }) => (
    <>
      <span className="block">{refusalText(refusal)}</span>
      {bankAskedAt !== null && <Chip tone="warning">{m.helpdesk_refused_waits()}</Chip>}
      <span className="block text-sm text-ink-soft">{formatMoment(refusedAt)}</span>
    </>
  ),
};

/** Refunds that the gateway can't make. The bank's payment is recorded on the order's page. */
export function RefusedRefunds() {
  const [page, setPage] = useState(1);
  return (
    <Cases
      title={m.helpdesk_refused()}
      note={m.helpdesk_refused_text()}
      none={m.helpdesk_refused_none()}
      pagesLabel={m.helpdesk_refused_pages()}
      query={useQuery(refusedRefundsQuery(page))}
      page={page}
      onPage={setPage}
      about={whyRefused}
    />
  );
}
