import { Link, useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import { showsCauses } from "@/areas/portal/kit/cardTypes";
import { DaysChart } from "@/areas/portal/kit/DaysChart";
import { redeemedTerms } from "@/areas/portal/kit/redeemedTerms";
import { salesOfReport, salesTerms } from "@/areas/portal/kit/salesTerms";
import { useTenant } from "@/shared/page/useTenant";
import { reading } from "@/api/reading";
import { m } from "@/i18n";
import { Select } from "@/ui/form/Select";
import { eventKindName, MOVEMENT_KINDS, readMovementKind } from "./eventKinds";
import { barField } from "./FilterBar";
import { vendorReportQuery, type VendorReport } from "./queries";
import { ReportPage } from "./ReportPage";
import type { ReportColumn } from "./ReportTable";
import { useBrandedFilter } from "./useReportFilter";

type Row = VendorReport["transactions"][number];

const summary: readonly ReportColumn<VendorReport>[] = [
  { label: m.reports_cards_sold, value: (report) => report.totalCardsSold, isNumber: true },
  { label: m.reports_gross_sold, value: (report) => report.grossSold, isMoney: true, isInTiles: true },
  { label: m.reports_refunds, value: (report) => report.refunds, isMoney: true, isInTiles: true },
  {
    label: m.reports_sold,
    value: (report) => report.totalPurchasedAmount,
    isMoney: true,
    isInTiles: true,
  },
  { label: m.reports_redeemed, value: (report) => report.totalRedemption, isMoney: true, isInTiles: true },
  {
    label: m.reports_paid_in_cash,
    value: (report) => report.totalPaidOutInCash,
    isMoney: true,
    isInTiles: true,
  },
  { label: m.reports_balance, value: (report) => report.totalBalance, isMoney: true, isInTiles: true },
  {
    label: m.reports_actual_revenue,
    value: (report) => report.actualRevenue,
    isMoney: true,
    isInTiles: true,
  },
];

const causeColumns: readonly ReportColumn<Row>[] = [
  { label: m.reports_charity_rate, value: ({ chairtyRate }) => chairtyRate, isPercent: true },
  { label: m.reports_charity_sponsor, value: ({ charitySponsor }) => charitySponsor },
];

/** Activity on a vendor's cards, for its managers or for administrators. */
export function VendorReportPage() {
  const vendorId = useTenant("vid");
  const { vid } = useParams();
  const area = adminPaths.vendorArea(vid);
  const filter = useBrandedFilter();
  const chosen = readMovementKind(filter.kind);
  const details = (all: VendorReport | undefined): readonly ReportColumn<Row>[] => {
    // The totals cover all kinds, so they are hidden if the rows show only one.
    const report = chosen === undefined ? all : undefined;
    return [
      { label: m.reports_date, value: ({ date }) => date, isMoment: true, isWhole: true },
      { label: m.reports_kind, value: ({ kind }) => eventKindName(kind) },
      {
        label: m.reports_card_number,
        value: ({ cardNumber }) => cardNumber,
        cell: ({ cardId, cardNumber }) => (
          <Link to={area.card(cardId)} className="whitespace-nowrap tabular-nums">
            {cardNumber}
          </Link>
        ),
      },
      {
        label: m.reports_purchased,
        value: ({ purchased }) => purchased,
        isMoney: true,
        sum: report?.totalPurchasedAmount,
      },
      {
        label: m.reports_redeemed,
        value: ({ redemption }) => redemption,
        isMoney: true,
        sum: report?.totalRedemption,
      },
      { label: m.reports_balance_after, value: ({ balance }) => balance, isMoney: true },
      {
        label: m.reports_actual_revenue,
        value: ({ actualRevenue }) => actualRevenue,
        isMoney: true,
        sum: report?.actualRevenue,
      },
      { label: m.counter_day_clerk, value: ({ clerk }) => clerk },
      { label: m.counter_day_till, value: ({ till }) => till },
      ...(showsCauses(filter.cardType) ? causeColumns : []),
    ];
  };
  return (
    <ReportPage<VendorReport, Row>
      key={vendorId}
      title={m.reports_reporting()}
      name="vendor-report"
      filter={filter}
      mailed={{ report: "VENDOR", tenantId: vendorId }}
      hasBrands
      fields={
        <Select
          label={m.reports_kind()}
          value={chosen ?? ""}
          choices={[
            { value: "", text: m.books_all_kinds() },
            ...MOVEMENT_KINDS.map((value) => ({ value, text: eventKindName(value) })),
          ]}
          onChange={(event) => filter.show({ kind: event.target.value })}
          className={`max-sm:w-full ${barField}`}
        />
      }
      owner={reading("/api/v1/Vendors/{id}", { path: { id: vendorId } })}
      queryOf={(given, rows) => vendorReportQuery(vendorId, given, rows)}
      equations={(report) => [
        salesTerms(salesOfReport(report)),
        [
          { label: m.reports_sold(), amount: report?.totalPurchasedAmount },
          ...(showsCauses(filter.cardType)
            ? [{ label: m.reports_to_causes(), amount: report?.totalFundraising, sign: "−" as const }]
            : []),
          { label: m.reports_to_platform(), amount: report?.totalFunrayRevenue, sign: "−" },
          { label: m.reports_actual_revenue(), amount: report?.actualRevenue, sign: "=" },
        ],
        [
          { label: m.reports_opening(), amount: report?.openingBalance },
          { label: m.reports_sold(), amount: report?.totalPurchasedAmount, sign: "+" },
          ...redeemedTerms(report?.totalRedemption, report?.totalPaidOutInCash),
          { label: m.reports_balance(), amount: report?.totalBalance, sign: "=" },
        ],
      ]}
      summary={summary}
      details={details}
      chart={<DaysChart range={filter.range} cardType={filter.cardType} tenantId={vendorId} />}
      rowsOf={({ transactions }) => transactions}
    />
  );
}
