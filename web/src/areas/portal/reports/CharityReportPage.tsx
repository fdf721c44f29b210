import { DaysChart } from "@/areas/portal/kit/DaysChart";
import { useTenant } from "@/shared/page/useTenant";
import { reading } from "@/api/reading";
import { m } from "@/i18n";
import { CampaignField } from "./CampaignField";
import { charityReportQuery, type CharityReport } from "./queries";
import { ReportPage } from "./ReportPage";
import type { ReportColumn } from "./ReportTable";
import { useReportFilter } from "./useReportFilter";

type Row = CharityReport["transactions"][number];

/** The shop of a card, and that the card changed its shop. */
const shopOf = ({ vendorSupported: shop, isHandover }: Row) =>
  isHandover ? m.reports_vendor_handover({ shop }) : shop;

const summary: readonly ReportColumn<CharityReport>[] = [
  { label: m.reports_entries, value: ({ totalItems }) => totalItems, isNumber: true },
  {
    label: m.reports_purchased,
    value: (report) => report.totalPurchasedAmount,
    isMoney: true,
    isInTiles: true,
  },
  {
    label: m.reports_fundraising,
    value: (report) => report.totalFundraising,
    isMoney: true,
    isInTiles: true,
  },
];

const details = (report: CharityReport | undefined): readonly ReportColumn<Row>[] => [
  { label: m.reports_campaign, value: ({ campaignName }) => campaignName },
  { label: m.reports_date, value: ({ date }) => date, isMoment: true, isWhole: true },
  { label: m.reports_customer, value: ({ customerName }) => customerName || null },
  { label: m.reports_card_number, value: ({ cardNumber }) => cardNumber },
  {
    label: m.reports_purchased,
    value: ({ purchasedAmount }) => purchasedAmount,
    isMoney: true,
    sum: report?.totalPurchasedAmount,
  },
  {
    label: m.reports_charity_rate,
    value: ({ charityRate }) => charityRate,
    isPercent: true,
  },
  {
    label: m.reports_fundraising,
    value: ({ totalFundraising }) => totalFundraising,
    isMoney: true,
    sum: report?.totalFundraising,
  },
  { label: m.reports_vendor, value: shopOf },
];

/** Donations to a charity, for its managers or for administrators. */
export function CharityReportPage() {
  const charityId = useTenant("cid");
  const filter = useReportFilter();
  return (
    <ReportPage<CharityReport, Row>
      key={charityId}
      title={m.reports_reporting()}
      name="charity-report"
      filter={filter}
      mailed={{ report: "CHARITY", tenantId: charityId }}
      fields={<CampaignField filter={filter} charityId={charityId} />}
      owner={reading("/api/v1/Charities/{id}", { path: { id: charityId } })}
      queryOf={(given, rows) => charityReportQuery(charityId, given, rows)}
      equations={(report) => [
        [
          { label: m.reports_purchased(), amount: report?.totalPurchasedAmount },
          {
            label: m.reports_with_vendors(),
            amount:
              report && Math.round(report.totalPurchasedAmount * 100 - report.totalFundraising * 100) / 100,
            sign: "−",
          },
          { label: m.reports_fundraising(), amount: report?.totalFundraising, sign: "=" },
        ],
      ]}
      summary={summary}
      details={details}
      chart={
        // The API has no daily figures by campaign.
        filter.campaignId === "" && <DaysChart range={filter.range} tenantId={charityId} isRaised />
      }
      rowsOf={({ transactions }) => transactions}
    />
  );
}
