// Cards, orders and people in support lists.
import { TableSection } from "@/areas/portal/kit/TableSection";
import { adminPaths } from "@/adminPaths";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { inFours } from "@/features/card/cardText";
import { EmailAddress } from "@/features/people/EmailAddress";
import { roleName } from "@/features/people/roleName";
import type { Column } from "@/shared/table/DataTable";
import { RowMenu } from "@/shared/table/RowMenu";
import type { RowsQuery } from "@/shared/table/Table";
import { Chip } from "@/ui/list/Chip";
import { Money } from "@/ui/Money";
import { useOriginHere } from "@/areas/portal/kit/origin";
import { CardChips } from "./CardChips";
import type { DeskCard, DeskOrder, DeskPerson } from "./queries";
import { orderStatus } from "./labels";

/** Name of a person in a list, with the email address to distinguish people of the same name. */
export function Named({ name, email }: { name: string | null; email: string | null }) {
  return (
    <>
      {name || "–"}
      {email && (
        <span className="block text-sm font-normal text-ink-soft">
          <EmailAddress address={email} />
        </span>
      )}
    </>
  );
}

interface FoundProps<Row> {
  rows: readonly Row[] | undefined;
  /** Total number of results, of which the list shows the best. */
  count?: number | undefined;
  query?: RowsQuery | undefined;
}

const cardColumns: readonly Column<DeskCard>[] = [
  {
    id: "card",
    label: m.helpdesk_card,
    cell: (card) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="whitespace-nowrap font-mono">{inFours(card.cardNumber)}</span>
        <CardChips card={card} />
      </span>
    ),
  },
  { id: "shop", label: m.helpdesk_shop, cell: ({ vendorName }) => vendorName },
  {
    id: "holder",
    label: m.helpdesk_holder,
    cell: ({ holderName, holderEmail }) => <Named name={holderName} email={holderEmail} />,
  },
  {
    id: "balance",
    label: m.helpdesk_balance,
    isNumber: true,
    cell: ({ cardBalance }) => <Money amount={cardBalance} />,
  },
];

interface DeskCardsProps extends FoundProps<DeskCard> {
  /** Whether the menu of each row links to the order; not needed on the order's own page. */
  leadsToOrder?: boolean;
  none?: string;
}

export function DeskCards({ leadsToOrder = false, none = m.helpdesk_no_cards(), ...found }: DeskCardsProps) {
  const originHere = useOriginHere();
  return (
    <TableSection
      {...found}
      title={m.helpdesk_cards()}
      none={none}
      columns={cardColumns}
      idOf={({ id }) => id}
      linkOf={({ id, vendorId }) => adminPaths.vendorArea(vendorId).card(id)}
      linkState={originHere}
      actions={
        leadsToOrder
          ? ({ id, vendorId, orderId, cardNumber }) => (
              <RowMenu
                name={inFours(cardNumber)}
                actions={[
                  {
                    label: m.lists_open(),
                    icon: "arrow-right",
                    to: adminPaths.vendorArea(vendorId).card(id),
                    state: originHere(),
                  },
                  {
                    label: m.helpdesk_see_order(),
                    icon: "shopping-bag",
                    to: adminPaths.order(orderId),
                    state: originHere(),
                  },
                ]}
              />
            )
          : undefined
      }
    />
  );
}

export function OrderChip({ status }: Pick<DeskOrder, "status">) {
  const { words, tone } = orderStatus(status);
  return <Chip tone={tone}>{words}</Chip>;
}

const orderColumns: readonly Column<DeskOrder>[] = [
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
  {
    id: "status",
    label: m.helpdesk_status,
    cell: ({ status, paidAt }) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <OrderChip status={status} />
        {paidAt && <span className="text-sm whitespace-nowrap text-ink-soft">{formatDay(paidAt)}</span>}
      </span>
    ),
  },
  {
    id: "total",
    label: m.helpdesk_total,
    isNumber: true,
    cell: ({ total }) => (total === null ? "–" : <Money amount={total} />),
  },
];

interface DeskOrdersProps extends FoundProps<DeskOrder> {
  none?: string;
}

export function DeskOrders({ none = m.helpdesk_no_orders(), ...found }: DeskOrdersProps) {
  const originHere = useOriginHere();
  return (
    <TableSection
      {...found}
      title={m.helpdesk_orders()}
      none={none}
      columns={orderColumns}
      idOf={({ id }) => id}
      linkOf={({ id }) => adminPaths.order(id)}
      linkState={originHere}
    />
  );
}

const personColumns: readonly Column<DeskPerson>[] = [
  { id: "name", label: m.field_name, cell: ({ name, email }) => <Named name={name} email={email} /> },
  {
    id: "role",
    label: m.field_role,
    cell: ({ role, tenantName }) => [roleName(role), tenantName].filter(Boolean).join(", "),
  },
];

export function DeskPeople(found: FoundProps<DeskPerson>) {
  const originHere = useOriginHere();
  return (
    <TableSection
      {...found}
      title={m.helpdesk_people()}
      none={m.helpdesk_no_people()}
      columns={personColumns}
      // A person with two roles appears once for each.
      idOf={({ id, role, tenantName }) => [id, role, tenantName].join(" ")}
      linkOf={({ id }) => adminPaths.person(id)}
      linkState={originHere}
    />
  );
}
