import { m } from "@/i18n";
import { ageColumns } from "@/areas/portal/reports/ageColumns";
import { ReportPage } from "@/areas/portal/reports/ReportPage";
import type { ReportColumn } from "@/areas/portal/reports/ReportTable";
import { useReportFilter } from "@/areas/portal/reports/useReportFilter";
import { unclaimedGiftsQuery, type UnclaimedGifts } from "./queries";

type Row = UnclaimedGifts["vendors"][number];

const summary: readonly ReportColumn<UnclaimedGifts>[] = [
  { label: m.books_gifts, value: ({ totalGifts }) => totalGifts, isNumber: true },
  { label: m.reports_outstanding, value: ({ totalBalance }) => totalBalance, isMoney: true, isInTiles: true },
  ...ageColumns<UnclaimedGifts>({ isInTiles: true }),
];

const details = (report: UnclaimedGifts | undefined): readonly ReportColumn<Row>[] => [
  { label: m.reports_vendor, value: ({ vendorName }) => vendorName },
  { label: m.books_gifts, value: ({ gifts }) => gifts, isNumber: true, sum: report?.totalGifts },
  {
    label: m.reports_outstanding,
    value: ({ balance }) => balance,
    isMoney: true,
    sum: report?.totalBalance,
  },
  ...ageColumns<Row>({ total: report?.ages }),
];

/** Balances of gifts that were not claimed by the end of a day. */
export function UnclaimedGiftsPage() {
  return (
    <ReportPage<UnclaimedGifts, Row>
      title={m.books_unclaimed_gifts()}
      name="unclaimed-gifts"
      filter={useReportFilter("today")}
      isAsOf
      queryOf={unclaimedGiftsQuery}
      equations={(report) => [[{ label: m.books_unclaimed_gifts(), amount: report?.totalBalance }]]}
      summary={summary}
      details={details}
      rowsOf={({ vendors }) => vendors}
      definitions={m.books_unclaimed_gifts_definitions}
    />
  );
}
