import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PagedSection } from "@/areas/portal/kit/TableSection";
import { placeOfPayee } from "@/areas/portal/kit/payoutPauses";
import { m } from "@/i18n";
import type { Column } from "@/shared/table/DataTable";
import { Money } from "@/ui/Money";
import { leftOutReason } from "./labels";
import { leftOutQuery, type PayeeLeftOut, type PayoutRun } from "./queries";

const columns: readonly Column<PayeeLeftOut>[] = [
  { id: "tenantName", label: m.payouts_payee, text: ({ tenantName }) => tenantName },
  { id: "reason", label: m.runs_left_because, isPlain: true, text: ({ reason }) => leftOutReason(reason) },
  {
    id: "balance",
    label: m.runs_left_balance,
    isNumber: true,
    text: ({ balance }) => balance,
    cell: ({ balance }) => <Money amount={balance} />,
  },
];

/** Payees without a payout in the run, with what is carried forward to the next one. */
export function LeftOut({ run }: { run: PayoutRun }) {
  const [page, setPage] = useState(1);
  const query = useQuery(leftOutQuery(run.id, page));
  return (
    <PagedSection
      title={m.runs_left_title()}
      lead={m.runs_left_lead()}
      query={query}
      page={page}
      onPage={setPage}
      pagesLabel={m.runs_left_pages()}
      columns={columns}
      idOf={({ tenantId }) => tenantId}
      linkOf={placeOfPayee}
      none=""
    />
  );
}
