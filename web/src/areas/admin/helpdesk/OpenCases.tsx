import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { LinkButton } from "@/ui/LinkButton";
import { Money } from "@/ui/Money";
import { Pagination } from "@/ui/Pagination";
import { Named } from "./DeskCards";
import { FoundTable, type FoundColumn } from "./FoundTable";
import { useOriginHere } from "./origin";

/** Something about an order that waits for an administrator. */
interface OrderCase {
  id: string;
  orderId: string;
  orderNumber: string;
  buyerName: string;
  buyerEmail: string;
  amount: number;
}

interface Found<Case> {
  items: Case[];
  totalItems: number;
  totalPages: number;
}

interface OpenCasesProps<Case> {
  title: string;
  text: string;
  none: string;
  pagesLabel: string;
  query: UseQueryResult<Found<Case>>;
  page: number;
  onPage: (page: number) => void;
  /** What the case is about: between whose it is and the sum. */
  about: FoundColumn<Case>;
  actions: (thing: Case) => ReactNode;
}

function columnsAround<Case extends OrderCase>(about: FoundColumn<Case>): FoundColumn<Case>[] {
  return [
    {
      label: m.helpdesk_order(),
      cell: ({ orderNumber }) => <span className="font-mono">{orderNumber}</span>,
    },
    {
      label: m.orders_buyer(),
      cell: ({ buyerName, buyerEmail }) => <Named name={buyerName} email={buyerEmail} />,
    },
    about,
    { label: m.helpdesk_amount(), isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
  ];
}

/** A list of what waits for an administrator: nothing, as long as nothing does. */
export function OpenCases<Case extends OrderCase>(props: OpenCasesProps<Case>) {
  const { title, text, none, pagesLabel, query, page, onPage, about, actions } = props;
  const found = query.data;
  if (!found || found.totalItems === 0) return null;
  return (
    <>
      <FoundTable
        title={title}
        things={found.items}
        count={found.totalItems}
        query={query}
        none={none}
        columns={columnsAround(about)}
        actions={actions}
      />
      <p className="mt-3 text-sm text-ink-soft">{text}</p>
      {found.totalPages > 1 && (
        <div className="mt-3 flex justify-end">
          <Pagination page={page} pageCount={found.totalPages} onPage={onPage} label={pagesLabel} />
        </div>
      )}
    </>
  );
}

interface OrderLinkProps {
  order: Pick<OrderCase, "orderId" | "orderNumber">;
  variant?: "quiet" | undefined;
}

/** To the order's own page, and from there back to this list. */
export function OrderLink({ order: { orderId, orderNumber }, variant }: OrderLinkProps) {
  const originHere = useOriginHere();
  return (
    <LinkButton
      size="small"
      {...(variant && { variant })}
      to={adminPaths.order(orderId)}
      state={originHere()}
      aria-label={m.helpdesk_see_order_one({ number: orderNumber })}
    >
      {m.helpdesk_see_order()}
    </LinkButton>
  );
}
