import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link, useParams } from "react-router";
import { DownloadMenu, FILE_KINDS } from "@/shared/table/DownloadMenu";
import { Equation, type Term } from "@/shared/table/Equation";
import { saveSheets, type FileKind } from "@/shared/table/saveSheets";
import { adminPaths } from "@/adminPaths";
import { m } from "@/i18n";
import { formatCalendarDate, formatDay, formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { isAdministrator, isCharityManager } from "@/session/can";
import { useProfile } from "@/session/current";
import { asLeft } from "@/shared/table/leftLists";
import { BackLink } from "@/shared/page/BackLink";
import { DetailPlaceholder } from "@/shared/page/DetailPlaceholder";
import { Page } from "@/shared/page/Page";
import { usePageActions } from "@/shared/page/pageActions";
import { PageHeading } from "@/shared/page/PageHeading";
import { showErrorToast } from "@/shared/page/showErrorToast";
import { WhenLoaded } from "@/shared/page/WhenLoaded";
import { Button } from "@/ui/form/Button";
import { Chip } from "@/ui/list/Chip";
import { Fact } from "@/ui/list/Fact";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Notice } from "@/ui/layout/Notice";
import { SkeletonText } from "@/ui/layout/Skeleton";
import {
  ApproveDialog,
  ConfirmFailureDialog,
  DiscardDialog,
  FailDialog,
  HoldBackDialog,
  PaidDialog,
  RefuseFailureDialog,
} from "./decisions";
import { NotSentNotice, SeePause } from "./pauses";
import { BankFileButtons } from "./preparing";
import { payoutQuery, type Payout, type PayoutState, type PayoutStatement } from "./queries";
import { payoutStatus, periodOf } from "@/areas/portal/kit/payoutLabels";
import { equationTerms, termLabel } from "@/areas/portal/kit/payoutTerms";
import { salesTerms } from "@/areas/portal/kit/salesTerms";

// Loaded after the statement.
const History = lazyPiece(async () => (await import("@/features/log/History")).History);

/** Page about a payout: statement, status and history, and an administrator's next steps. */
export function PayoutPage() {
  const { id = "" } = useParams();
  const profile = useProfile();
  const statement = useQuery(payoutQuery(id));
  const list = isAdministrator(profile)
    ? adminPaths.payouts()
    : isCharityManager(profile)
      ? adminPaths.charityArea().payouts()
      : adminPaths.vendorArea().payouts();
  return (
    <WhenLoaded query={statement} placeholder={<DetailPlaceholder />} otherwise={list}>
      {(found) => <Statement statement={found} list={list} isDecider={isAdministrator(profile)} />}
    </WhenLoaded>
  );
}

/** Returns why the payout is what it is. */
function equationOf({ payout, terms }: PayoutStatement): Term[] {
  return [...equationTerms(terms), { label: m.payouts_amount(), amount: payout.amount, sign: "=" }];
}

function salesEquations({ sales }: PayoutStatement): Term[][] {
  return sales ? [salesTerms(sales)] : [];
}

function salesRows(statement: PayoutStatement): [string, number | undefined][] {
  return salesEquations(statement).flatMap((terms) =>
    terms.map(({ label, amount }): [string, number | undefined] => [label, amount]),
  );
}

function saveStatement(kind: FileKind, statement: PayoutStatement): Promise<void> {
  const { payout, terms } = statement;
  return saveSheets(kind, {
    file: `statement-${payout.firstDay}-${payout.lastDay}`,
    title: m.payouts_see(),
    owner: payout.tenantName,
    period: periodOf(payout),
    equations: [equationOf(statement), ...salesEquations(statement)],
    sheets: [
      {
        name: m.payouts_see(),
        columns: [
          { label: m.payouts_entry(), kind: "text" },
          { label: m.payouts_amount(), kind: "money" },
        ],
        rows: [
          ...terms.map((term) => [termLabel(term), term.amount]),
          // A CSV has no totals row and no equations, so these are added as rows.
          ...(kind === "csv" ? [[m.payouts_amount(), payout.amount], ...salesRows(statement)] : []),
        ],
        sums: [m.payouts_amount(), payout.amount],
      },
    ],
    definitions: m.payouts_statement_definitions(),
  });
}

interface StatementProps {
  statement: PayoutStatement;
  list: string;
  /** Whether the user may decide about the payout. */
  isDecider: boolean;
}

function Statement({ statement, list, isDecider }: StatementProps) {
  const { payout } = statement;
  const { words, tone } = payoutStatus(payout.state);
  const title = payout.tenantName;
  const save = (kind: FileKind) => void saveStatement(kind, statement).catch(showErrorToast);
  usePageActions(
    FILE_KINDS.map(([kind, label]) => ({
      label: `${m.payouts_download_statement()}: ${label()}`,
      icon: "download",
      run: () => save(kind),
    })),
  );
  return (
    <Page title={title}>
      <BackLink to={asLeft(list)}>{m.payouts_back()}</BackLink>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <PageHeading>{title}</PageHeading>
          <Chip tone={tone}>{words}</Chip>
        </div>
        <DownloadMenu label={m.payouts_download_statement()} onSave={save} />
      </header>
      <p className="mt-2 text-ink-soft">{periodOf(payout)}</p>
      {payout.failure !== null && (
        <Notice tone={payout.state === "FAILED" ? "danger" : undefined} className="mt-4">
          {payout.state === "FAILED"
            ? m.payouts_failed_because({ reason: payout.failure })
            : m.payouts_discarded_because({ reason: payout.failure })}
        </Notice>
      )}
      <div className="mt-6 grid gap-6">
        <Equation label={m.payouts_amount()} terms={equationOf(statement)} />
      </div>
      {statement.sales && (
        <section className="mt-6 grid gap-2">
          <Equation label={m.payouts_sales()} terms={salesTerms(statement.sales)} />
          <p className="text-sm text-ink-soft">{m.payouts_sales_explained()}</p>
        </section>
      )}
      <Reserve payout={payout} />
      {payout.failureRequest !== null && (
        <FailureReport report={payout.failureRequest} isDecider={isDecider} />
      )}
      <Facts payout={payout} destination={statement.destination} isDecider={isDecider} />
      {payout.isPaused && statement.refusal?.errorCode !== "PAYOUTS_PAUSED" && (
        <NotSentNotice payout={payout} isDecider={isDecider} />
      )}
      {payout.isAccountChanged && <Notice className="mt-6">{m.payouts_account_changed()}</Notice>}
      {statement.refusal && <Refusal refusal={statement.refusal} payout={payout} />}
      {isDecider && <Decisions payout={payout} isRefused={statement.refusal !== null} />}
      {isDecider && (
        <Suspense fallback={<SkeletonText />}>
          <History subjectId={payout.id} />
        </Suspense>
      )}
    </Page>
  );
}

/** Amount held back for recent cards, with reason and end. */
function Reserve({ payout: { reserve, reservePercent, reserveUntil } }: { payout: Payout }) {
  if (reserve === 0 || reservePercent === null || reserveUntil === null) return null;
  return (
    <Notice className="mt-6">
      {m.payouts_reserve_until({
        percent: reservePercent,
        amount: formatMoney(reserve),
        day: formatCalendarDate(reserveUntil),
      })}
    </Notice>
  );
}

interface RefusalProps {
  refusal: NonNullable<PayoutStatement["refusal"]>;
  payout: Payout;
}

/** Reason why this user can't approve the payout, shown before they try. */
function Refusal({ refusal, payout }: RefusalProps) {
  const { errorCode, errorMessage, approvableFrom } = refusal;
  return (
    <Notice className="mt-6">
      {errorMessage}
      {approvableFrom !== null && (
        <strong className="mt-1 block">
          {m.payouts_approvable_from({ day: formatCalendarDate(approvableFrom) })}
        </strong>
      )}
      {errorCode === "PAYOUTS_PAUSED" && <SeePause payout={payout} />}
      {errorCode === "BURST_OPEN" && (
        <Link to={adminPaths.openCases("bursts")} className="mt-1 block w-fit font-semibold">
          {m.payouts_see_burst()}
        </Link>
      )}
    </Notice>
  );
}

interface FailureReportProps {
  report: NonNullable<Payout["failureRequest"]>;
  isDecider: boolean;
}

/** Report of a failed payout, which another administrator confirms or rejects. */
function FailureReport({ report, isDecider }: FailureReportProps) {
  const { askedByName, askedAt, reference, reason } = report;
  const who = askedByName ?? m.payouts_failure_request_nobody();
  return (
    <Notice tone="danger" className="mt-6">
      <p>{m.payouts_failure_request({ who, day: formatDay(askedAt), reference, reason })}</p>
      {isDecider && <p className="mt-1">{m.payouts_failure_waits()}</p>}
    </Notice>
  );
}

/** Returns the bank account of an approved payout; for a draft, the account on file. */
function accountOf({ bankAccount, state }: Payout, destination: PayoutStatement["destination"]): string {
  if (bankAccount !== null) return bankAccount;
  if (state !== "DRAFT") return m.payouts_bank_account_later();
  if (destination === null) return m.payouts_bank_account_none();
  const { bankAccount: account, changedAt } = destination;
  if (changedAt === null) return account;
  return m.payouts_bank_account_changed({ account, day: formatDay(changedAt) });
}

/** Formats a name and a time. */
function whoAndWhen(name: string | null, moment: string): string {
  return name === null ? formatDay(moment) : `${name}, ${formatMoment(moment)}`;
}

interface FactsProps {
  payout: Payout;
  destination: PayoutStatement["destination"];
  isDecider: boolean;
}

function Facts({ payout, destination, isDecider }: FactsProps) {
  const { heldBackReason, draftedAt, draftedByName, approvedAt, approvedByName } = payout;
  return (
    <dl className="mt-6 [&_dd]:mt-1 [&_dd]:font-semibold [&_dt]:text-sm [&_dt]:text-ink-soft flex flex-wrap gap-x-12 gap-y-5 rounded-card border border-line bg-surface p-5">
      <Fact term={m.payouts_bank_account()}>{accountOf(payout, destination)}</Fact>
      {heldBackReason && <Fact term={m.payouts_held_back_reason()}>{heldBackReason}</Fact>}
      {payout.reference && <Fact term={m.payouts_reference()}>{payout.reference}</Fact>}
      {payout.failureReference && <Fact term={m.payouts_return_reference()}>{payout.failureReference}</Fact>}
      <Fact term={m.payouts_drafted_on()}>{whoAndWhen(draftedByName, draftedAt)}</Fact>
      {approvedAt && <Fact term={m.payouts_approved_on()}>{whoAndWhen(approvedByName, approvedAt)}</Fact>}
      {payout.exportId !== null && isDecider && (
        <Fact term={m.payouts_file()}>
          <Link to={adminPaths.payoutsInFile(payout.exportId)}>{m.payouts_file_see_all()}</Link>
        </Fact>
      )}
      {payout.endedAt && <Fact term={m.payouts_ended_on()}>{formatDay(payout.endedAt)}</Fact>}
    </dl>
  );
}

const dialogs = {
  approve: ApproveDialog,
  hold: HoldBackDialog,
  discard: DiscardDialog,
  paid: PaidDialog,
  failed: FailDialog,
  confirmFailure: ConfirmFailureDialog,
  refuseFailure: RefuseFailureDialog,
};

type Decision = keyof typeof dialogs;

/** Decisions by state of the payout, the usual one first. */
const decisionsIn: Record<PayoutState, readonly Decision[]> = {
  DRAFT: ["approve", "hold", "discard"],
  APPROVED: ["paid", "failed"],
  EXPORTED: ["paid", "failed"],
  PAID: ["failed"],
  FAILED: [],
  DISCARDED: [],
};

const labels: Record<Decision, () => string> = {
  approve: m.payouts_approve,
  hold: m.payouts_hold_back,
  discard: m.payouts_discard,
  paid: m.payouts_mark_paid,
  failed: m.payouts_mark_failed,
  confirmFailure: m.payouts_failure_confirm,
  refuseFailure: m.payouts_failure_refuse,
};

const needsSecondPerson = (decision: Decision) => decision === "approve" || decision === "confirmFailure";

const isDangerous = (decision: Decision) =>
  decision === "discard" || decision === "failed" || decision === "confirmFailure";

function decisionsAbout({ state, failureRequest }: Payout): readonly Decision[] {
  return failureRequest === null ? decisionsIn[state] : ["confirmFailure", "refuseFailure"];
}

interface DecisionsProps {
  payout: Payout;
  /** Whether the next step would be refused for the reason shown above. */
  isRefused: boolean;
}

function Decisions({ payout, isRefused }: DecisionsProps) {
  const [asking, setAsking] = useState<Decision>();
  const Asking = asking && dialogs[asking];
  // Its file is not released yet.
  const isUnsent = isRefused && payout.state === "EXPORTED" && payout.failureRequest === null;
  return (
    <div className="mt-6 flex flex-wrap gap-3 print:hidden">
      {decisionsAbout(payout).map((decision, position) => (
        <Button
          key={decision}
          variant={position === 0 && !isDangerous(decision) ? "primary" : "secondary"}
          aria-haspopup="dialog"
          disabled={
            isUnsent || (isRefused && needsSecondPerson(decision)) || (payout.isPaused && decision === "paid")
          }
          onClick={() => setAsking(decision)}
        >
          {labels[decision]()}
        </Button>
      ))}
      {payout.exportId !== null && !isUnsent && <BankFileButtons exportId={payout.exportId} />}
      {Asking && <Asking payout={payout} onClose={() => setAsking(undefined)} />}
    </div>
  );
}
