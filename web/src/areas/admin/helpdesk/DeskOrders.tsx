import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { adminPaths } from "@/adminPaths";
import { Chip } from "@/ui/Chip";
import type { RowsQuery } from "@/shared/table/Table";
import { LinkButton } from "@/ui/LinkButton";
import { Money } from "@/ui/Money";
import { Named } from "./DeskCards";
import { FoundTable, type FoundColumn } from "./FoundTable";
import { useOriginHere } from "./origin";
import type { DeskOrder } from "./queries";
import { orderStanding } from "./words";

function columns(): FoundColumn<DeskOrder>[] {
  return [
    {
      label: m.helpdesk_order(),
      cell: ({ orderNumber }) => <span className="font-mono">{orderNumber}</span>,
    },
    {
      label: m.orders_buyer(),
      cell: ({ buyerName, buyerEmail }) => <Named name={buyerName} email={buyerEmail} />,
    },
    {
      label: m.helpdesk_status(),
      cell: ({ status, paidAt }) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <OrderChip status={status} />
          {paidAt && <span className="text-sm whitespace-nowrap text-ink-soft">{formatDay(paidAt)}</span>}
        </span>
      ),
    },
    {
      label: m.helpdesk_total(),
      isNumber: true,
      cell: ({ total }) => (total === null ? "–" : <Money amount={total} />),
    },
  ];
}

function OrderLink({ order: { id, orderNumber } }: { order: DeskOrder }) {
  const originHere = useOriginHere();
  return (
    <LinkButton
      size="small"
      to={adminPaths.order(id)}
      state={originHere()}
      aria-label={m.helpdesk_see_order_one({ number: orderNumber })}
    >
      {m.helpdesk_see_order()}
    </LinkButton>
  );
}

function orderAction(order: DeskOrder) {
  return <OrderLink order={order} />;
}

interface DeskOrdersProps {
  orders: readonly DeskOrder[] | undefined;
  count: number | undefined;
  query: RowsQuery;
}

export function DeskOrders({ orders, count, query }: DeskOrdersProps) {
  return (
    <FoundTable
      title={m.helpdesk_orders()}
      things={orders}
      count={count}
      query={query}
      none={m.helpdesk_no_orders()}
      columns={columns()}
      actions={orderAction}
    />
  );
}

export function OrderChip({ status }: Pick<DeskOrder, "status">) {
  const { words, tone } = orderStanding(status);
  return <Chip tone={tone}>{words}</Chip>;
}
