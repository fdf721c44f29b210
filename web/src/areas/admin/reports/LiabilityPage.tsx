import { m } from "@/i18n";
import { liabilityQuery, type VendorsReport } from "./queries";
import { ReportPage } from "./ReportPage";
import type { ReportColumn } from "./ReportTable";
import { useReportFilter } from "./useReportFilter";

type Row = VendorsReport["vendorSummaries"][number];

const summary: readonly ReportColumn<VendorsReport>[] = [
  { label: m.reports_vendors, value: ({ totalItems }) => totalItems, isNumber: true },
  { label: m.reports_cards_sold, value: (report) => report.totalCardsSold, isNumber: true },
  { label: m.reports_outstanding, value: (report) => report.totalBalance, isMoney: true },
];

const details = (report: VendorsReport | undefined): readonly ReportColumn<Row>[] => [
  { label: m.reports_vendor, value: ({ vendorName }) => vendorName },
  {
    label: m.reports_cards_sold,
    value: ({ totalCardSold }) => totalCardSold,
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
];

/** What the shops still owe those who have their cards, at the end of a day. */
export function LiabilityPage() {
  return (
    <ReportPage<VendorsReport, Row>
      title={m.reports_liability()}
      name="outstanding"
      filter={useReportFilter("today")}
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
      rowsOf={({ vendorSummaries }) => vendorSummaries}
      definitions={m.reports_liability_definitions}
    />
  );
}
