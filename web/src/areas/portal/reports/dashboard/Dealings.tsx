import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { adminPaths } from "@/adminPaths";
import type { components } from "@/api/schema.d";
import { paymentReasons } from "@/areas/portal/kit/gatewayReasons";
import type { ReportFilter } from "@/areas/portal/reports/useReportFilter";
import { m } from "@/i18n";
import { formatPercent } from "@/lib/money";
import { withQuery } from "@/paths";
import { RetryScene } from "@/shared/page/RetryScene";
import { Money } from "@/ui/Money";
import { Skeleton } from "@/ui/layout/Skeleton";
import { dealingsQuery } from "./queries";

type Figures = components["schemas"]["HelpdeskFigures"];
type Gifts = Figures["gifts"];

const steps: readonly [step: keyof Gifts, words: () => string][] = [
  ["sent", m.dashboard_gift_sent],
  ["delivered", m.dashboard_gift_delivered],
  ["opened", m.dashboard_gift_opened],
  ["used", m.dashboard_gift_used],
];

interface PartProps {
  title: string;
  note?: string | undefined;
  children: ReactNode;
}

function Part({ title, note, children }: PartProps) {
  return (
    <section className="mt-8">
      <h2 className="text-xl">{title}</h2>
      {note && <p className="text-sm text-ink-soft">{note}</p>}
      <div className="mt-3 rounded-panel border border-line bg-surface p-4">{children}</div>
    </section>
  );
}

/** Chart of gifts by status; each bar links to its gifts. */
function Funnel({ gifts, listOf }: { gifts: Gifts; listOf: (step: string) => string }) {
  if (gifts.sent === 0) return <p className="text-ink-soft">{m.dashboard_gifts_none()}</p>;
  return (
    <ol className="grid gap-1">
      {steps.map(([step, words]) => {
        const percent = Math.round((gifts[step] / gifts.sent) * 100);
        return (
          <li key={step}>
            <Link
              to={listOf(step.toUpperCase())}
              className="flex min-h-11 items-center gap-3 rounded-field px-2 text-ink no-underline hover:underline"
            >
              <span className="basis-40">{words()}</span>
              <span aria-hidden="true" className="h-3 grow rounded-chip bg-surface-tint">
                <span className="block h-full rounded-chip bg-brand" style={{ width: `${percent}%` }} />
              </span>
              <span className="w-24 text-end tabular-nums">
                <span className="font-bold">{gifts[step]}</span>
                <span className="ml-2 text-sm text-ink-soft">{formatPercent(percent)}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}

interface FigureProps {
  label: string;
  to: string;
  children: ReactNode;
}

function Figure({ label, to, children }: FigureProps) {
  return (
    <li className="grow basis-40">
      <Link to={to} className="block rounded-field p-2 text-ink no-underline hover:underline">
        <span className="block text-sm text-ink-soft">{label}</span>
        <span className="mt-1 block text-xl font-bold tabular-nums">{children}</span>
      </Link>
    </li>
  );
}

interface PaymentsProps extends Pick<Figures, "payments" | "givenBack"> {
  listOf: (filter: Record<string, string>) => string;
  refunds: string;
}

function Payments({ payments, givenBack, listOf, refunds }: PaymentsProps) {
  const { paid, failed, open, reasons } = payments;
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        <Figure label={m.dashboard_payments_paid()} to={listOf({ end: "PAID" })}>
          {paid}
        </Figure>
        <Figure label={m.dashboard_payments_failed()} to={listOf({ end: "FAILED" })}>
          {failed}
        </Figure>
        <Figure label={m.dashboard_payments_open()} to={listOf({ end: "OPEN" })}>
          {open}
        </Figure>
        <Figure label={m.dashboard_payments_back()} to={refunds}>
          <Money amount={givenBack.amount} />
        </Figure>
      </ul>
      {reasons.length > 0 && (
        <>
          <h3 className="mt-4 px-2 text-base">{m.dashboard_payments_why()}</h3>
          <ul>
            {reasons.map(({ reason, message, count }) => (
              <li key={reason ?? message}>
                <Link
                  to={listOf({ end: "FAILED", ...(reason ? { reason } : message && { message }) })}
                  className="flex min-h-11 items-center justify-between gap-4 rounded-field px-2 text-ink no-underline hover:underline"
                >
                  <span>
                    {reason && paymentReasons[reason]()}
                    {!reason && (message ? <q lang="en">{message}</q> : m.dashboard_payments_silent())}
                  </span>
                  <span className="font-bold tabular-nums">{count}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Gifts by status, payments by outcome, and refunds. */
export function Dealings({ filter: { range, cardType } }: { filter: ReportFilter }) {
  const found = useQuery(dealingsQuery(range, cardType));
  if (found.isLoadingError) return <RetryScene error={found.error} onRetry={() => void found.refetch()} />;
  const figures = found.data;
  const brand = cardType === 0 ? {} : { cardType: String(cardType) };
  return (
    <div className="grid gap-x-6 xl:grid-cols-2" aria-busy={found.isPlaceholderData}>
      <Part title={m.dashboard_gifts()} note={m.dashboard_gifts_of()}>
        {figures ? (
          <Funnel
            gifts={figures.gifts}
            listOf={(step) =>
              withQuery(adminPaths.gifts(), { ...range, ...brand, ...(step !== "SENT" && { step }) })
            }
          />
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
      </Part>
      <Part
        title={m.dashboard_payments()}
        note={cardType === 0 ? m.dashboard_payments_of() : m.dashboard_payments_note()}
      >
        {figures ? (
          <Payments
            {...figures}
            listOf={(narrowed) => withQuery(adminPaths.payments(), { ...range, ...narrowed })}
            refunds={withQuery(adminPaths.refunds(), { ...range })}
          />
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
      </Part>
    </div>
  );
}
