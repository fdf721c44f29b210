// Payments that the gateway itself holds: they wait in the queue of held orders, and are decided at the gateway.
import { useQuery } from "@tanstack/react-query";
import { adminPaths } from "@/adminPaths";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { useOriginHere } from "@/areas/admin/kit/origin";
import { TableSection } from "@/areas/admin/kit/TableSection";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import type { Column } from "@/shared/table/DataTable";
import { Money } from "@/ui/Money";
import { Named } from "./found";

type DeskPayment = components["schemas"]["DeskPayment"];

const HELD = "HELD";
/** The gateway holds few payments, and other unclear ones end within minutes. */
const MAX_OPEN = 100;

/** Held payments, asked for only while the outcome of any payment is open. */
export function useHeldPayments(isAsked = true) {
  const health = useQuery({ ...reading("/api/v1/Helpdesk/health"), enabled: isAsked });
  const isAnyOpen = (health.data?.paymentsOpen ?? 0) > 0;
  const query = { end: "OPEN", pageIndex: 1, pageSize: MAX_OPEN } as const;
  const open = useQuery({
    ...reading("/api/v1/Helpdesk/payments", { query }),
    enabled: isAsked && isAnyOpen,
  });
  return { query: open, rows: open.data?.items.filter(({ state }) => state === HELD) ?? [] };
}

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

/** Nothing at all, as long as the gateway holds no payment. */
export function HeldPayments() {
  const { query, rows } = useHeldPayments();
  const originHere = useOriginHere();
  if (rows.length === 0) return null;
  return (
    <TableSection
      title={m.helpdesk_held()}
      lead={m.helpdesk_held_text()}
      rows={rows}
      query={query}
      columns={columns}
      idOf={({ id }) => id}
      placeOf={({ orderId }) => adminPaths.order(orderId)}
      stateOfPlace={originHere}
      none=""
    />
  );
}
