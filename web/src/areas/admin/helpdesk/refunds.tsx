// What was given back of an order, card by card.
import { TableSection } from "@/areas/admin/kit/TableSection";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import type { Column } from "@/shared/table/DataTable";
import { Chip } from "@/ui/Chip";
import { Money } from "@/ui/Money";
import type { OrderRefund } from "./queries";
import { refundStanding } from "./words";

const columns: readonly Column<OrderRefund>[] = [
  {
    id: "when",
    label: m.helpdesk_address_when,
    className: "whitespace-nowrap",
    cell: ({ requestedAt }) => formatMoment(requestedAt),
  },
  {
    id: "state",
    label: m.helpdesk_status,
    cell: ({ state, message }) => {
      const { words, tone } = refundStanding(state);
      return (
        <>
          <Chip tone={tone}>{words}</Chip>
          {message && <span className="mt-1 block text-sm text-ink-soft">{message}</span>}
        </>
      );
    },
  },
  { id: "by", label: m.helpdesk_refund_by, cell: ({ requestedByName }) => requestedByName },
  { id: "reason", label: m.counter_reason, cell: ({ reason }) => reason },
  { id: "amount", label: m.helpdesk_amount, isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
];

/** What was given back of an order in parts: nothing, as long as nobody did. */
export function Refunds({ refunds }: { refunds: readonly OrderRefund[] }) {
  if (refunds.length === 0) return null;
  return (
    <TableSection
      title={m.helpdesk_refunds()}
      rows={refunds}
      none=""
      columns={columns}
      idOf={({ id }) => id}
    />
  );
}
