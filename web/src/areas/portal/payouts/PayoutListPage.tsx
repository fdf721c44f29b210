import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useNavigate, useParams } from "react-router";
import { UpcomingEquation } from "@/areas/portal/kit/UpcomingEquation";
import { nextPayoutQuery } from "@/areas/portal/kit/tenantQueries";
import { useTenant } from "@/shared/page/useTenant";
import { adminPaths } from "@/adminPaths";
import { m } from "@/i18n";
import { FROM_LIST } from "@/shared/page/BackLink";
import { usePageActions } from "@/shared/page/pageActions";
import type { Column } from "@/shared/table/DataTable";
import { choiceFilter, type Filter } from "@/shared/table/filters";
import { ListPage } from "@/shared/table/ListPage";
import { NEWEST_FIRST } from "@/shared/table/listState";
import { useListState } from "@/shared/table/useListState";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { LinkButton } from "@/ui/form/LinkButton";
import { Money } from "@/ui/Money";
import {
  BankFileNotice,
  ExportDialog,
  OmittedPayoutsNotice,
  WaitingBankFiles,
  type Exported,
} from "./preparing";
import { PayoutTabs } from "./PayoutTabs";
import { OwnPauseNotice, PausesNotice } from "./pauses";
import { bankFilesQuery, listedPayouts, type BankFile, type Payout } from "./queries";
import { stateColumn } from "./stateColumn";
import { payoutStatus, payoutStates, periodOf } from "@/areas/portal/kit/payoutLabels";

const stateFilter = choiceFilter({
  name: "state",
  label: m.payouts_state,
  everything: m.payouts_any_state,
  choices: () => payoutStates.map((state) => ({ value: state, text: payoutStatus(state).words })),
});

const fileNumber = ({ number }: BankFile) => m.payouts_file_number({ number });

/** Filter by bank file: one of the newest, or an older one named by a link. */
function fileFilterOf(files: readonly BankFile[]): Filter {
  const filter = choiceFilter({
    name: "exportId",
    label: m.payouts_file,
    everything: m.payouts_any_file,
    choices: () => files.map((file) => ({ value: file.id, text: fileNumber(file) })),
  });
  return { ...filter, textOf: (read) => filter.textOf(read) ?? (read("exportId") && m.payouts_file_older()) };
}

const payeeColumn: Column<Payout> = {
  id: "tenantName",
  label: m.payouts_payee,
  text: ({ tenantName }) => tenantName,
};

const periodColumn: Column<Payout> = {
  id: "period",
  label: m.payouts_period,
  isLong: true,
  text: ({ firstDay, lastDay }) => `${firstDay} – ${lastDay}`,
  cell: (payout) => periodOf(payout),
};

const figures: readonly Column<Payout>[] = [
  stateColumn,
  {
    id: "amount",
    label: m.payouts_amount,
    isNumber: true,
    text: ({ amount }) => amount,
    cell: ({ amount }) => <Money amount={amount} className="font-semibold" />,
  },
  { id: "reference", label: m.payouts_reference, text: ({ reference }) => reference ?? "–" },
];

const nameOf = (payout: Payout) => `${payout.tenantName}, ${periodOf(payout)}`;

interface PayoutsProps {
  /** Restricts the list to this vendor or charity. */
  tenantId?: string;
  linkOf: (id: string) => string;
  notice?: ReactNode;
  children?: ReactNode;
}

function Payouts({ tenantId, linkOf, notice, children }: PayoutsProps) {
  const files = useQuery({ ...bankFilesQuery(), enabled: tenantId === undefined });
  const fileFilter = tenantId === undefined ? [fileFilterOf(files.data?.items ?? [])] : [];
  const list = useListState({ ...NEWEST_FIRST, filters: [stateFilter, ...fileFilter] });
  const columns =
    tenantId === undefined ? [payeeColumn, periodColumn, ...figures] : [periodColumn, ...figures];
  return (
    <ListPage
      name={tenantId === undefined ? "payouts" : "own-payouts"}
      title={m.payouts_title()}
      lead={tenantId === undefined ? m.payouts_lead() : m.payouts_own_lead()}
      list={list}
      // A tenant's own list has only one payee, so it needs no search.
      searchLabel={tenantId === undefined ? m.payouts_search() : undefined}
      query={(state) => listedPayouts(state, tenantId)}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={nameOf}
      linkOf={({ id }) => linkOf(id)}
      linkState={() => FROM_LIST}
      none={tenantId === undefined ? m.payouts_none() : m.payouts_own_none()}
      notice={notice}
    >
      {children}
    </ListPage>
  );
}

/**
 * Payouts of all payees, for administrators: they draft what is owed, and export approved payouts
 * to a file for the bank.
 */
export function PayoutListPage() {
  const navigate = useNavigate();
  const [isExporting, setIsExporting] = useState(false);
  const files = useQuery(bankFilesQuery()).data?.items ?? [];
  const [exported, setExported] = useState<BankFile & Partial<Exported>>();
  const openRuns = () => void navigate(adminPaths.payoutRuns());
  const exportAll = () => setIsExporting(true);
  usePageActions([
    { label: m.payouts_prepare(), icon: "plus", run: openRuns },
    { label: m.payouts_export(), icon: "download", run: exportAll },
  ]);
  return (
    <>
      <PayoutTabs />
      <Payouts
        linkOf={adminPaths.payout}
        notice={
          <>
            <div className="mb-4 flex flex-wrap gap-3">
              <LinkButton to={adminPaths.payoutRuns()}>
                <Icon name="plus" size={20} />
                {m.payouts_prepare()}
              </LinkButton>
              <Button aria-haspopup="dialog" onClick={exportAll}>
                <Icon name="download" size={20} />
                {m.payouts_export()}
              </Button>
              <LinkButton to={adminPaths.holdBack()}>{m.payouts_terms()}</LinkButton>
            </div>
            <PausesNotice />
            <WaitingBankFiles files={files} onReleased={setExported} />
            {exported && <BankFileNotice file={exported} />}
            {exported?.leftOut && <OmittedPayoutsNotice leftOut={exported.leftOut} />}
          </>
        }
      >
        {isExporting && <ExportDialog onExported={setExported} onClose={() => setIsExporting(false)} />}
      </Payouts>
    </>
  );
}

/** Payouts of a vendor, for its managers or for administrators. */
export function VendorPayoutListPage() {
  const tenantId = useTenant("vid");
  const { vid } = useParams();
  const { data: next } = useQuery(nextPayoutQuery(tenantId));
  const notice = (
    <>
      <LinkButton className="mb-4" to={adminPaths.vendorArea(vid).statements()}>
        {m.taxes_own_statements()}
      </LinkButton>
      <OwnPauseNotice next={next} payee={adminPaths.vendor(tenantId)} />
      <div className="mb-6 empty:hidden">
        <UpcomingEquation next={next} isOfShop />
      </div>
    </>
  );
  return <Payouts tenantId={tenantId} linkOf={adminPaths.payout} notice={notice} />;
}

/** Payouts of a charity, for its managers or for administrators. */
export function CharityPayoutListPage() {
  const tenantId = useTenant("cid");
  const { data: next } = useQuery(nextPayoutQuery(tenantId));
  const notice = (
    <>
      <OwnPauseNotice next={next} payee={adminPaths.charity(tenantId)} />
      <div className="mb-6 empty:hidden">
        <UpcomingEquation next={next} isOfShop={false} />
      </div>
    </>
  );
  return <Payouts tenantId={tenantId} linkOf={adminPaths.payout} notice={notice} />;
}
