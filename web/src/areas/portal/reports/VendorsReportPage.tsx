import { Link } from "react-router";
import { adminPaths } from "@/adminPaths";
import { redeemedTerms } from "@/areas/portal/kit/redeemedTerms";
import { salesOfReport, salesTerms } from "@/areas/portal/kit/salesTerms";
import { showsCauses } from "@/areas/portal/kit/cardTypes";
import { DaysChart } from "@/areas/portal/kit/DaysChart";
import { m } from "@/i18n";
import { LinkButton } from "@/ui/form/LinkButton";
import { vendorsReportQuery, type VendorsReport } from "./queries";
import { ReportPage } from "./ReportPage";
import type { ReportColumn } from "./ReportTable";
import { questionOf, useBrandedFilter, type ReportFilter } from "./useReportFilter";

type Row = VendorsReport["vendorSummaries"][number];

const summary: readonly ReportColumn<VendorsReport>[] = [
  { label: m.reports_cards_sold, value: (report) => report.totalCardsSold, isNumber: true },
  { label: m.reports_gross_sold, value: (report) => report.grossSold, isMoney: true, isInTiles: true },
  { label: m.reports_refunds, value: (report) => report.refunds, isMoney: true, isInTiles: true },
  {
    label: m.reports_sold,
    value: (report) => report.totalPurchasedAmount,
    isMoney: true,
    isInTiles: true,
  },
  {
    label: m.reports_platform_revenue,
    value: (report) => report.totalFunrayRevenue,
    isMoney: true,
    isInTiles: true,
  },
];

const toCauses = (report: VendorsReport | undefined): ReportColumn<Row> => ({
  label: m.reports_to_causes,
  value: (row) => row.totalFundraising,
  isMoney: true,
  sum: report?.totalFundraising,
});

const details = (report: VendorsReport | undefined, filter: ReportFilter): readonly ReportColumn<Row>[] => [
  {
    label: m.reports_vendor,
    value: ({ vendorName }) => vendorName,
    cell: ({ vendorId, vendorName }) => (
      <Link to={`${adminPaths.vendorArea(vendorId).reporting()}?${questionOf({ ...filter, page: 1 })}`}>
        {vendorName}
      </Link>
    ),
  },
  {
    label: m.reports_cards_sold,
    value: ({ totalCardSold }) => totalCardSold,
    isNumber: true,
    sum: report?.totalCardsSold,
  },
  {
    label: m.reports_gross_sold,
    value: (row) => row.grossSold,
    isMoney: true,
    sum: report?.grossSold,
    isFileOnly: true,
  },
  {
    label: m.reports_refunds,
    value: (row) => row.refunds,
    isMoney: true,
    sum: report?.refunds,
    isFileOnly: true,
  },
  {
    label: m.reports_sold,
    value: (row) => row.totalPurchasedAmount,
    isMoney: true,
    sum: report?.totalPurchasedAmount,
  },
  ...(showsCauses(filter.cardType) ? [toCauses(report)] : []),
  {
    label: m.reports_platform_revenue,
    value: (row) => row.totalFunrayRevenue,
    isMoney: true,
    sum: report?.totalFunrayRevenue,
  },
  {
    label: m.reports_vendor_revenue,
    value: ({ vendorRevenue }) => vendorRevenue,
    isMoney: true,
    sum: report?.vendorRevenue,
  },
  {
    label: m.reports_redeemed,
    value: (row) => row.totalRedeemedAmount,
    isMoney: true,
    sum: report?.totalRedeemedAmount,
  },
  {
    label: m.reports_paid_in_cash,
    value: (row) => row.totalPaidOutInCash,
    isMoney: true,
    sum: report?.totalPaidOutInCash,
  },
  {
    label: m.reports_balance_after,
    value: ({ totalBalance }) => totalBalance,
    isMoney: true,
    sum: report?.totalBalance,
  },
];

/** Sales of all vendors, for administrators. */
export function VendorsReportPage() {
  const filter = useBrandedFilter();
  return (
    <ReportPage<VendorsReport, Row>
      title={m.reports_vendor_report()}
      name="vendors-report"
      filter={filter}
      mailed={{ report: "VENDORS" }}
      hasBrands
      fields={
        <LinkButton to={adminPaths.liability()} variant="quiet" size="small">
          {m.reports_liability()}
        </LinkButton>
      }
      queryOf={vendorsReportQuery}
      equations={(report) => [
        salesTerms(salesOfReport(report)),
        [
          { label: m.reports_sold(), amount: report?.totalPurchasedAmount },
          ...(showsCauses(filter.cardType)
            ? [{ label: m.reports_to_causes(), amount: report?.totalFundraising, sign: "−" as const }]
            : []),
          { label: m.reports_platform_revenue(), amount: report?.totalFunrayRevenue, sign: "−" },
          { label: m.reports_vendor_revenue(), amount: report?.vendorRevenue, sign: "=" },
        ],
        [
          { label: m.reports_opening(), amount: report?.openingBalance },
          { label: m.reports_sold(), amount: report?.totalPurchasedAmount, sign: "+" },
          ...redeemedTerms(report?.totalRedeemedAmount, report?.totalPaidOutInCash),
          { label: m.reports_balance(), amount: report?.totalBalance, sign: "=" },
        ],
      ]}
      summary={summary}
      details={(report) => details(report, filter)}
      chart={<DaysChart range={filter.range} cardType={filter.cardType} />}
      rowsOf={({ vendorSummaries }) => vendorSummaries}
    />
  );
}
