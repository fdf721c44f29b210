import { DaysChart } from "@/areas/portal/kit/DaysChart";
import { m } from "@/i18n";
import { CampaignField } from "./CampaignField";
import { charitiesReportQuery, WITH_CAUSE, type CharitiesReport } from "./queries";
import { ReportPage } from "./ReportPage";
import type { ReportColumn } from "./ReportTable";
import { useReportFilter } from "./useReportFilter";

type Row = CharitiesReport["charitySummaries"][number];

const summary: readonly ReportColumn<CharitiesReport>[] = [
  {
    label: m.reports_purchased,
    value: (report) => report.totalPurchasedAmount,
    isMoney: true,
    isInTiles: true,
  },
  {
    label: m.reports_fundraising,
    value: (report) => report.totalCharityFundraising,
    isMoney: true,
    isInTiles: true,
  },
];

const details = (report: CharitiesReport | undefined): readonly ReportColumn<Row>[] => [
  { label: m.reports_campaign, value: ({ campaignName }) => campaignName },
  { label: m.reports_charity, value: ({ charityName }) => charityName },
  {
    label: m.reports_purchased,
    value: (row) => row.totalPurchasedAmount,
    isMoney: true,
    sum: report?.totalPurchasedAmount,
  },
  {
    label: m.reports_fundraising,
    value: ({ totalFundraising }) => totalFundraising,
    isMoney: true,
    sum: report?.totalCharityFundraising,
  },
];

/** Donations to all charities, for administrators. */
export function CharitiesReportPage() {
  const filter = useReportFilter();
  return (
    <ReportPage<CharitiesReport, Row>
      title={m.reports_charity_report()}
      name="charities-report"
      filter={filter}
      mailed={{ report: "CHARITIES" }}
      fields={<CampaignField filter={filter} />}
      queryOf={charitiesReportQuery}
      equations={(report) => [
        [
          { label: m.reports_purchased(), amount: report?.totalPurchasedAmount },
          {
            label: m.reports_with_vendors(),
            amount:
              report &&
              Math.round(report.totalPurchasedAmount * 100 - report.totalCharityFundraising * 100) / 100,
            sign: "−",
          },
          { label: m.reports_fundraising(), amount: report?.totalCharityFundraising, sign: "=" },
        ],
      ]}
      summary={summary}
      details={details}
      chart={
        // The API has no daily figures by campaign.
        filter.campaignId === "" && <DaysChart range={filter.range} cardType={WITH_CAUSE} isRaised />
      }
      rowsOf={({ charitySummaries }) => charitySummaries}
    />
  );
}
