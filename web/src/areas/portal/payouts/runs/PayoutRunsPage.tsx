import { adminPaths } from "@/adminPaths";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { FROM_LIST } from "@/shared/page/BackLink";
import type { Column } from "@/shared/table/DataTable";
import { ListPage } from "@/shared/table/ListPage";
import { NEWEST_FIRST } from "@/shared/table/listState";
import { useListState } from "@/shared/table/useListState";
import { Money } from "@/ui/Money";
import { PayoutTabs } from "@/areas/portal/payouts/PayoutTabs";
import { DraftForm } from "./DraftForm";
import { runName, runParts } from "./labels";
import { PartChips } from "./PartChips";
import { runsQuery, type PayoutRun } from "./queries";

const columns: readonly Column<PayoutRun>[] = [
  { id: "run", label: m.runs_run, text: runName },
  {
    id: "parts",
    label: m.payouts_state,
    isStatus: true,
    text: (run) =>
      runParts(run)
        .map(({ text }) => text)
        .join(", "),
    cell: (run) => <PartChips run={run} />,
  },
  { id: "payees", label: m.runs_payees, isNumber: true, text: ({ all }) => all.count },
  {
    id: "amount",
    label: m.payouts_amount,
    isNumber: true,
    text: ({ all }) => all.amount,
    cell: ({ all }) => <Money amount={all.amount} className="font-semibold" />,
  },
  {
    id: "draftedAt",
    label: m.payouts_drafted_on,
    text: ({ draftedAt, draftedByName }) =>
      draftedByName === null ? formatDay(draftedAt) : `${draftedByName}, ${formatDay(draftedAt)}`,
  },
];

/** Payout runs, newest first, for administrators. */
export function PayoutRunsPage() {
  const list = useListState(NEWEST_FIRST);
  return (
    <>
      <PayoutTabs />
      <ListPage
        name="payout-runs"
        title={m.runs_title()}
        lead={m.runs_lead()}
        list={list}
        query={runsQuery}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={runName}
        linkOf={({ id }) => adminPaths.payoutRun(id)}
        linkState={() => FROM_LIST}
        none={m.runs_none()}
        isReadOnly
        notice={<DraftForm />}
      />
    </>
  );
}
