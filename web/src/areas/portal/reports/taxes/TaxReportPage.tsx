import { useQuery } from "@tanstack/react-query";
import { adminPaths } from "@/adminPaths";
import { ReportPage } from "@/areas/portal/reports/ReportPage";
import type { ReportColumn } from "@/areas/portal/reports/ReportTable";
import { useReportFilter } from "@/areas/portal/reports/useReportFilter";
import { m } from "@/i18n";
import { LinkButton } from "@/ui/form/LinkButton";
import { Notice } from "@/ui/layout/Notice";
import { percentText, provinceText, taxText } from "./labels";
import { taxReportQuery, taxSettingsQuery, type TaxReport } from "./queries";

type Row = TaxReport["rows"][number];

const summary: readonly ReportColumn<TaxReport>[] = [
  { label: m.taxes_statements, value: ({ statements }) => statements, isNumber: true },
  { label: m.taxes_commission, value: ({ commission }) => commission, isMoney: true, isInTiles: true },
  { label: m.taxes_tax, value: ({ tax }) => tax, isMoney: true, isInTiles: true },
  { label: m.taxes_posted, value: ({ posted }) => posted, isMoney: true },
];

const details = (report: TaxReport | undefined): readonly ReportColumn<Row>[] => [
  { label: m.taxes_province, value: ({ province }) => provinceText(province) },
  { label: m.taxes_kind, value: ({ tax }) => taxText(tax) },
  { label: m.taxes_rate, value: ({ rate }) => percentText(rate) },
  { label: m.taxes_statements, value: ({ statements }) => statements, isNumber: true },
  { label: m.taxes_base, value: ({ base }) => base, isMoney: true },
  { label: m.taxes_tax, value: ({ amount }) => amount, isMoney: true, sum: report?.tax },
];

/** Taxes on the commission of a period, by province and rate. */
export function TaxReportPage() {
  const settings = useQuery(taxSettingsQuery).data;
  return (
    <ReportPage<TaxReport, Row>
      title={m.taxes_title()}
      name="taxes"
      filter={useReportFilter()}
      queryOf={taxReportQuery}
      notice={() => (
        <>
          {settings?.registrations.length === 0 && <Notice className="mb-4">{m.taxes_none()}</Notice>}
          <LinkButton to={adminPaths.taxSettings()}>{m.taxes_settings()}</LinkButton>
        </>
      )}
      equations={(report) => [
        [
          { label: m.taxes_commission(), amount: report?.commission },
          { label: m.taxes_tax(), amount: report?.tax },
        ],
      ]}
      summary={summary}
      details={details}
      rowsOf={({ rows }) => rows}
      definitions={m.taxes_definitions}
    />
  );
}
