// Payments that the gateway holds: they are listed with held orders, and decided at the gateway.
import { useQuery } from "@tanstack/react-query";
import { adminPaths } from "@/adminPaths";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { openCountsQuery } from "@/areas/portal/kit/openCounts";
import { useOriginHere } from "@/areas/portal/kit/origin";
import { TableSection } from "@/areas/portal/kit/TableSection";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import type { Column } from "@/shared/table/DataTable";
import { Money } from "@/ui/Money";
import { Named } from "./searchResults";

type DeskPayment = components["schemas"]["DeskPayment"];

const MAX_ROWS = 100;

const columns: readonly Column<DeskPayment>[] = [
  {
    id: "order",
    label: m.helpdesk_order,
    cell: ({ orderNumber }) => <span className="font-mono">{orderNumber}</span>,
  },
  {
    id: "buyer",
    label: m.orders_buyer,
    cell: ({ buyerName, buyerEmail }) => <Named name={buyerName} email={buyerEmail} />,
  },
  { id: "sentAt", label: m.helpdesk_payment_at, cell: ({ sentAt }) => formatMoment(sentAt) },
  {
    id: "amount",
    label: m.helpdesk_amount,
    isNumber: true,
    cell: ({ amount }) => <Money amount={amount} />,
  },
];

/** Renders nothing if the gateway holds no payment. */
export function HeldPayments() {
  const held = useQuery(openCountsQuery).data?.heldPayments ?? 0;
  const asked = { state: "HELD", pageIndex: 1, pageSize: MAX_ROWS } as const;
  const query = useQuery({
    ...reading("/api/v1/Helpdesk/payments", { query: asked }),
    enabled: held > 0,
  });
  const originHere = useOriginHere();
  if (held === 0) return null;
  return (
    <TableSection
      title={m.helpdesk_held()}
      lead={m.helpdesk_held_text()}
      rows={query.data?.items}
      query={query}
      columns={columns}
      idOf={({ id }) => id}
      linkOf={({ orderId }) => adminPaths.order(orderId)}
      linkState={originHere}
      none=""
    />
  );
}
