import { m } from "@/i18n";
import { ageColumns } from "./ageColumns";
import { liabilityQuery, type OutstandingReport } from "./queries";
import { ReportPage } from "./ReportPage";
import type { ReportColumn } from "./ReportTable";
import { useBrandedFilter } from "./useReportFilter";

type Row = OutstandingReport["vendors"][number];

const summary: readonly ReportColumn<OutstandingReport>[] = [
  { label: m.reports_vendors, value: ({ totalItems }) => totalItems, isNumber: true },
  { label: m.reports_cards_sold, value: (report) => report.totalCardsSold, isNumber: true },
  { label: m.reports_outstanding, value: (report) => report.totalBalance, isMoney: true, isInTiles: true },
  ...ageColumns<OutstandingReport>({ isInTiles: true }),
];

const details = (report: OutstandingReport | undefined): readonly ReportColumn<Row>[] => [
  { label: m.reports_vendor, value: ({ vendorName }) => vendorName },
  {
    label: m.reports_cards_sold,
    value: (row) => row.totalCardsSold,
    isNumber: true,
    sum: report?.totalCardsSold,
  },
  {
    label: m.reports_sold,
    value: (row) => row.totalPurchasedAmount,
    isMoney: true,
    sum: report?.totalPurchasedAmount,
  },
  {
    label: m.reports_redeemed,
    value: (row) => row.totalRedeemedAmount,
    isMoney: true,
    sum: report?.totalRedeemedAmount,
  },
  {
    label: m.reports_outstanding,
    value: ({ totalBalance }) => totalBalance,
    isMoney: true,
    sum: report?.totalBalance,
  },
  ...ageColumns<Row>({ total: report?.ages }),
];

/** Outstanding liability of shops: card balances at the end of a day, by age of the card. */
export function LiabilityPage() {
  return (
    <ReportPage<OutstandingReport, Row>
      title={m.reports_liability()}
      name="outstanding"
      filter={useBrandedFilter("today")}
      hasBrands
      isAsOf
      queryOf={liabilityQuery}
      equations={(report) => [
        [
          { label: m.reports_sold(), amount: report?.totalPurchasedAmount },
          { label: m.reports_redeemed(), amount: report?.totalRedeemedAmount, sign: "−" },
          { label: m.reports_outstanding(), amount: report?.totalBalance, sign: "=" },
        ],
      ]}
      summary={summary}
      details={details}
      rowsOf={({ vendors }) => vendors}
      definitions={m.reports_liability_definitions}
    />
  );
}
