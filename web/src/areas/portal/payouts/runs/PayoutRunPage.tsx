import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { BackLink, FROM_LIST } from "@/shared/page/BackLink";
import { DetailPlaceholder } from "@/shared/page/DetailPlaceholder";
import { WhenLoaded } from "@/shared/page/WhenLoaded";
import { choiceFilter } from "@/shared/table/filters";
import { asLeft } from "@/shared/table/leftLists";
import { ListPage } from "@/shared/table/ListPage";
import { NEWEST_FIRST } from "@/shared/table/listState";
import { useListState } from "@/shared/table/useListState";
import { Button } from "@/ui/form/Button";
import { payoutStates, payoutStatus } from "@/areas/portal/kit/payoutLabels";
import { ApproveRunDialog, ExcludeDialog } from "./decisions";
import { runName, runSum } from "./labels";
import { LeftOut } from "./LeftOut";
import { NextSteps } from "./NextSteps";
import { PartChips } from "./PartChips";
import { listedOfRun, runQuery, type PayoutOfRun, type PayoutRun } from "./queries";
import { runColumns } from "./runColumns";

const stateFilter = choiceFilter({
  name: "state",
  label: m.payouts_state,
  everything: m.payouts_any_state,
  choices: () => payoutStates.map((state) => ({ value: state, text: payoutStatus(state).words })),
});

/** Page about a payout run: what it pays, its next step, and its payouts with their accounts. */
export function PayoutRunPage() {
  const { id = "" } = useParams();
  const run = useQuery(runQuery(id));
  return (
    <WhenLoaded query={run} placeholder={<DetailPlaceholder />} otherwise={adminPaths.payoutRuns()}>
      {(found) => <Run run={found} />}
    </WhenLoaded>
  );
}

type Asking = { kind: "approve" | "exclude"; rows: readonly PayoutOfRun[] };

const isDraft = ({ state }: PayoutOfRun) => state === "DRAFT";

function Run({ run }: { run: PayoutRun }) {
  const list = useListState({ ...NEWEST_FIRST, filters: [stateFilter] });
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  return (
    <>
      <BackLink to={asLeft(adminPaths.payoutRuns())}>{m.runs_back()}</BackLink>
      <ListPage
        name="payouts-of-run"
        title={runName(run)}
        lead={
          <>
            <span className="text-lg font-semibold text-ink">{runSum(run)}</span>
            <span className="mt-2 block">
              <PartChips run={run} />
            </span>
          </>
        }
        list={list}
        searchLabel={m.payouts_search()}
        query={(state) => listedOfRun(run.id, state)}
        columns={runColumns}
        idOf={({ id }) => id}
        nameOf={({ tenantName, amount }) => `${tenantName}, ${formatMoney(amount)}`}
        linkOf={({ id }) => adminPaths.payout(id)}
        linkState={() => FROM_LIST}
        none={m.runs_payouts_none()}
        bulk={(rows) => {
          const drafts = rows.filter(isDraft);
          const approvable = drafts.filter(({ refusal }) => refusal === null);
          return (
            <>
              <Button
                size="small"
                aria-haspopup="dialog"
                disabled={approvable.length === 0}
                onClick={() => setAsking({ kind: "approve", rows: approvable })}
              >
                {m.payouts_approve()}
              </Button>
              <Button
                size="small"
                aria-haspopup="dialog"
                disabled={drafts.length === 0}
                onClick={() => setAsking({ kind: "exclude", rows: drafts })}
              >
                {m.runs_exclude()}
              </Button>
            </>
          );
        }}
        notice={<NextSteps run={run} onApprove={(rows) => setAsking({ kind: "approve", rows })} />}
      >
        <LeftOut run={run} />
        {asking?.kind === "approve" && <ApproveRunDialog run={run} rows={asking.rows} onClose={close} />}
        {asking?.kind === "exclude" && <ExcludeDialog run={run} rows={asking.rows} onClose={close} />}
      </ListPage>
    </>
  );
}
