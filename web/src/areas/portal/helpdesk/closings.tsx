// Requests to close a shop that wait for a second person, who decides on the shop's page.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminPaths } from "@/adminPaths";
import { PagedSection } from "@/areas/portal/kit/TableSection";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import type { Column } from "@/shared/table/DataTable";
import { Money } from "@/ui/Money";
import { shopClosingsQuery, type WaitingClosing } from "./queries";

const columns: readonly Column<WaitingClosing>[] = [
  { id: "shop", label: m.helpdesk_closing_shop, cell: ({ vendorName }) => vendorName },
  {
    id: "asked",
    label: m.helpdesk_refund_request_about,
    isLong: true,
    cell: ({ requestedByName, requestedAt, reason }) => (
      <>
        <span className="font-semibold">{requestedByName ?? "–"}</span>
        <span className="block text-sm">{reason}</span>
        <span className="block text-sm text-ink-soft">{formatMoment(requestedAt)}</span>
      </>
    ),
  },
  { id: "cards", label: m.helpdesk_closing_cards, isNumber: true, cell: ({ cards }) => cards },
  { id: "amount", label: m.helpdesk_amount, isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
];

export function WaitingClosings() {
  const [page, setPage] = useState(1);
  return (
    <PagedSection
      title={m.helpdesk_closings()}
      note={m.helpdesk_closings_text()}
      none={m.helpdesk_closings_none()}
      pagesLabel={m.helpdesk_closings_pages()}
      query={useQuery(shopClosingsQuery(page))}
      page={page}
      onPage={setPage}
      columns={columns}
      idOf={({ id }) => id}
      linkOf={({ vendorId }) => adminPaths.vendor(vendorId)}
    />
  );
}
