import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { adminPaths, type OpenCaseKind } from "@/adminPaths";
import { caseCounts, openCountsQuery, type OpenCounts } from "@/areas/portal/kit/openCounts";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { withQuery } from "@/paths";
import { RetryScene } from "@/shared/page/RetryScene";
import { Notice } from "@/ui/layout/Notice";
import { Skeleton } from "@/ui/layout/Skeleton";

interface Kind {
  /** Text of the entry with its count. */
  label: (of: { count: number }) => string;
  to: string | ((open: OpenCounts) => string);
  count: (open: OpenCounts) => number;
  /** Start of the oldest case's wait. */
  oldest?: (open: OpenCounts) => string | null | undefined;
  /** Whether only brands with charities have it. */
  isOfCauses?: boolean;
}

const cases = (kind: OpenCaseKind, label: Kind["label"]): Kind => ({
  label,
  to: adminPaths.openCases(kind),
  count: caseCounts[kind],
});
const payoutsIn = (state: string) => withQuery(adminPaths.payouts(), { state });
const pending = (list: string) => withQuery(list, { state: "PENDING" });

const kinds: readonly Kind[] = [
  {
    label: m.dashboard_vendors,
    to: pending(adminPaths.vendors()),
    count: ({ vendors }) => vendors,
    oldest: ({ oldestVendor }) => oldestVendor,
  },
  {
    label: m.dashboard_charities,
    to: pending(adminPaths.charities()),
    count: ({ charities }) => charities,
    oldest: ({ oldestCharity }) => oldestCharity,
    isOfCauses: true,
  },
  cases("reviews", m.dashboard_reviews),
  cases("refunds", m.dashboard_refund_requests),
  cases("limits", m.dashboard_limits),
  cases("closings", m.dashboard_closings),
  cases("refused", m.dashboard_refused_refunds),
  cases("reversals", m.dashboard_reversals),
  cases("differences", m.dashboard_differences),
  { label: m.dashboard_proposals, to: adminPaths.users.list(), count: ({ proposals }) => proposals },
  cases("bursts", m.dashboard_bursts),
  cases("dead-letters", m.dashboard_dead_letters),
  {
    label: m.dashboard_payout_failures,
    to: ({ oldestPayoutFailure: first }) => (first ? adminPaths.payout(first) : adminPaths.payouts()),
    count: ({ payoutFailures }) => payoutFailures,
  },
  // Payouts in progress by state, because different people handle each state.
  {
    label: m.dashboard_payouts_drafted,
    to: payoutsIn("DRAFT"),
    count: ({ payoutsDrafted }) => payoutsDrafted,
  },
  {
    label: m.dashboard_payouts_approved,
    to: payoutsIn("APPROVED"),
    count: ({ payoutsApproved }) => payoutsApproved,
  },
  {
    label: m.dashboard_payouts_exported,
    to: payoutsIn("EXPORTED"),
    count: ({ payoutsExported }) => payoutsExported,
  },
];

interface Tile {
  label: string;
  to: string;
  count: number;
  since?: string | null | undefined;
}

function tilesOf(open: OpenCounts): Tile[] {
  return kinds
    .filter(({ isOfCauses = false }) => brand.hasCharities || !isOfCauses)
    .map(({ label, to, count, oldest }) => ({
      label: label({ count: count(open) }),
      to: typeof to === "string" ? to : to(open),
      count: count(open),
      since: oldest?.(open),
    }));
}

/** Open work for administrators, by kind, with links to its pages. */
export function WorkQueue() {
  const query = useQuery(openCountsQuery);
  const open = query.data;
  const waiting = open ? tilesOf(open).filter(({ count }) => count > 0) : [];
  return (
    <section className="mt-6">
      <h2 className="mb-3 text-xl">{m.dashboard_queue()}</h2>
      {query.isLoadingError ? (
        <RetryScene error={query.error} onRetry={() => void query.refetch()} />
      ) : open === undefined ? (
        <Skeleton className="h-20 w-full" />
      ) : waiting.length === 0 ? (
        <Notice tone="success">{m.dashboard_queue_none()}</Notice>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          {waiting.map(({ label, to, count, since }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-20 h-full items-center gap-4 rounded-panel border border-line bg-warning-quiet p-4 text-ink no-underline hover:shadow-raised"
              >
                <span className="text-2xl font-bold tabular-nums">{count}</span>
                <span className="leading-tight">
                  <span className="block font-semibold">{label}</span>
                  {since && <span className="text-sm">{m.dashboard_oldest({ day: formatDay(since) })}</span>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
