// Differences between the card gateway's transactions and our payments. Renders nothing if there
// are none.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminPaths } from "@/adminPaths";
import { call } from "@/api/client";
import { useOriginHere } from "@/areas/portal/kit/origin";
import { PagedSection } from "@/areas/portal/kit/TableSection";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import type { Column } from "@/shared/table/DataTable";
import { Chip } from "@/ui/list/Chip";
import { Money } from "@/ui/Money";
import { CloseCaseButton } from "./CloseCaseButton";
import { differencesQuery, type GatewayDifference } from "./queries";
import { attemptStatus, differenceAdvice, differenceText, gatewayStateText } from "./labels";

/** Amount and status of a transaction on one side, if it exists there, with the gateway's own word. */
function Side({ amount, words, own }: { amount: number | null; words: string | null; own?: string | null }) {
  if (amount === null) return "–";
  return (
    <>
      <Money amount={amount} />
      <span className="block text-sm text-ink-soft md:min-w-[18ch]">
        {words}
        {own && (
          <q lang="en" className="block wrap-anywhere">
            {own}
          </q>
        )}
      </span>
    </>
  );
}

function ourStateText(state: string | null): string | null {
  if (state === null) return null;
  return state === "REFUND" ? m.helpdesk_difference_refund() : attemptStatus(state).words;
}

const columns: readonly Column<GatewayDifference>[] = [
  {
    id: "transaction",
    label: m.helpdesk_transaction,
    cell: ({ transactionId, reference }) => (
      <>
        <span className="font-mono">{transactionId}</span>
        {reference && <span className="block text-sm text-ink-soft">{reference}</span>}
      </>
    ),
  },
  {
    id: "kind",
    label: m.helpdesk_reversal_what,
    isLong: true,
    cell: (difference) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Chip tone="danger">{differenceText(difference.kind)}</Chip>
        <span className="text-sm whitespace-nowrap text-ink-soft">{formatMoment(difference.createdAt)}</span>
        <span className="max-w-[44ch] basis-full text-sm whitespace-normal">
          {differenceAdvice(difference)}
        </span>
      </span>
    ),
  },
  {
    id: "ours",
    label: m.helpdesk_difference_ours,
    cell: ({ ourAmount, ourState }) => <Side amount={ourAmount} words={ourStateText(ourState)} />,
  },
  {
    id: "theirs",
    label: m.helpdesk_difference_theirs,
    cell: ({ theirAmount, theirStatus }) => (
      <Side
        amount={theirAmount}
        words={theirStatus === null ? null : gatewayStateText(theirStatus)}
        own={theirStatus}
      />
    ),
  },
];

/** Differences that no administrator has examined yet. */
export function Differences() {
  const [page, setPage] = useState(1);
  const originHere = useOriginHere();
  return (
    <PagedSection
      title={m.helpdesk_differences()}
      note={m.helpdesk_differences_text()}
      none={m.helpdesk_differences_none()}
      pagesLabel={m.helpdesk_differences_pages()}
      query={useQuery(differencesQuery(page))}
      page={page}
      onPage={setPage}
      columns={columns}
      idOf={({ id }) => id}
      linkOf={({ orderId }) => (orderId === null ? undefined : adminPaths.order(orderId))}
      linkState={originHere}
      actions={(difference) => (
        <CloseCaseButton
          name={m.helpdesk_difference_close_one({ number: difference.transactionId })}
          title={m.helpdesk_difference_close_title({ number: difference.transactionId })}
          text={m.helpdesk_difference_close_text()}
          close={(note) =>
            call("put", "/api/v1/Helpdesk/differences/{id}/closed", {
              path: { id: difference.id },
              body: { note },
            })
          }
        />
      )}
    />
  );
}
