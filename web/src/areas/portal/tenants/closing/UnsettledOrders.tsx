// Orders with a balance that a closing left on their cards, each with its next step.
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { adminPaths } from "@/adminPaths";
import { PagedSection } from "@/areas/portal/kit/TableSection";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import type { Column } from "@/shared/table/DataTable";
import { Button } from "@/ui/form/Button";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Money } from "@/ui/Money";
import { unsettledOrdersQuery, type ClosingOrders } from "./queries";

const PayDialog = lazyPiece(
  async () => (await import("./dialogs")).PayDialog,
  ({ onClose }) => onClose(),
);

const NEXT_STEPS: Record<ClosingOrders["cause"], () => string> = {
  OWN_ORDER: m.tenants_closing_own_order,
  CHARGE_REVERSED: m.tenants_closing_charge_reversed,
  ORDER_NOT_PAID: m.tenants_closing_order_not_paid,
  REFUND_WAITS: m.tenants_closing_refund_waits,
  CHARGE_TOO_OLD: m.tenants_closing_charge_too_old,
  TOO_MANY_REFUNDS: m.tenants_closing_too_many_refunds,
  SUCCESSOR_CLOSED: m.tenants_closing_successor_closed,
};

function nextStep({ cause, paidAt, paidByName, paymentReference }: ClosingOrders): string {
  if (paidAt === null) return NEXT_STEPS[cause]();
  return m.tenants_closing_was_paid({
    who: paidByName ?? "–",
    date: formatMoment(paidAt),
    reference: paymentReference ?? "–",
  });
}

const columns: readonly Column<ClosingOrders>[] = [
  {
    id: "order",
    label: m.tenants_closing_order,
    isLong: true,
    cell: ({ buyerName, orderNumber }) => (
      <>
        <span className="block font-semibold">{buyerName}</span>
        <span className="text-sm text-ink-soft">{orderNumber}</span>
      </>
    ),
  },
  {
    id: "amount",
    label: m.tenants_closing_amount,
    isNumber: true,
    cell: ({ amount }) => <Money amount={amount} />,
  },
  { id: "next", label: m.tenants_closing_next, isLong: true, cell: nextStep },
];

interface LeftOrdersProps {
  shopId: string;
  closingId: string;
}

export function UnsettledOrders({ shopId, closingId }: LeftOrdersProps) {
  const [page, setPage] = useState(1);
  const [paying, setPaying] = useState<ClosingOrders>();
  const query = useQuery(unsettledOrdersQuery(shopId, closingId, page));
  return (
    <>
      <PagedSection
        title={m.tenants_closing_left()}
        lead={m.tenants_closing_left_text()}
        none=""
        query={query}
        page={page}
        onPage={setPage}
        pagesLabel={m.tenants_closing_left_pages()}
        columns={columns}
        idOf={({ orderId }) => orderId}
        linkOf={({ orderId }) => adminPaths.order(orderId)}
        actions={(left) =>
          left.isPaidByHand &&
          left.paidAt === null && (
            <Button size="small" aria-haspopup="dialog" onClick={() => setPaying(left)}>
              {m.tenants_closing_pay()}
            </Button>
          )
        }
      />
      <Suspense>
        {paying && (
          <PayDialog
            shopId={shopId}
            closingId={closingId}
            left={paying}
            onClose={() => setPaying(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
