import { m } from "@/i18n";
import { ReportPage } from "@/areas/portal/reports/ReportPage";
import type { ReportColumn } from "@/areas/portal/reports/ReportTable";
import { useReportFilter } from "@/areas/portal/reports/useReportFilter";
import { cashOutsQuery, type CashOuts } from "./queries";

type Row = CashOuts["vendors"][number];

const summary: readonly ReportColumn<CashOuts>[] = [
  { label: m.books_cash_out_count, value: ({ totalCount }) => totalCount, isNumber: true },
  { label: m.books_cash_outs, value: ({ totalAmount }) => totalAmount, isMoney: true, isInTiles: true },
];

const details = (report: CashOuts | undefined): readonly ReportColumn<Row>[] => [
  { label: m.reports_vendor, value: ({ vendorName }) => vendorName },
  { label: m.books_cash_out_count, value: ({ count }) => count, isNumber: true, sum: report?.totalCount },
  { label: m.books_cash_outs, value: ({ amount }) => amount, isMoney: true, sum: report?.totalAmount },
];

/** Cash that shops paid out at their counters in a period. */
export function CashOutsPage() {
  return (
    <ReportPage<CashOuts, Row>
      title={m.books_cash_outs()}
      name="cash-outs"
      filter={useReportFilter()}
      queryOf={cashOutsQuery}
      equations={(report) => [[{ label: m.books_cash_outs(), amount: report?.totalAmount }]]}
      summary={summary}
      details={details}
      rowsOf={({ vendors }) => vendors}
      definitions={m.books_cash_outs_definitions}
    />
  );
}
