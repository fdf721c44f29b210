import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import { Checklist, type Step } from "@/areas/admin/kit/Checklist";
import { DaysChart } from "@/areas/admin/kit/DaysChart";
import { Equation } from "@/areas/admin/kit/Equation";
import { TableSection } from "@/areas/admin/kit/TableSection";
import { useTenant } from "@/areas/admin/kit/useTenant";
import { comparison } from "@/areas/admin/reports/comparison";
import { HomeFigures } from "@/areas/admin/reports/HomeFigures";
import { HomeFilter } from "@/areas/admin/reports/HomeFilter";
import { charityReportQuery, type CharityReport } from "@/areas/admin/reports/queries";
import { periodBefore, questionOf, useReportFilter } from "@/areas/admin/reports/useReportFilter";
import { m } from "@/i18n";
import { businessToday, formatCalendarDate, formatMoment } from "@/lib/dates";
import { asQuery } from "@/shared/table/anyQuery";
import type { Column } from "@/shared/table/DataTable";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Money } from "@/ui/Money";
import { Skeleton } from "@/ui/Skeleton";
import { activeCampaignsQuery, charityEverQuery, charityRecordQuery } from "./queries";

type Gift = CharityReport["transactions"][number];

const NEWEST = { pageIndex: 1, pageSize: 5 };
const SUMS = { pageIndex: 1, pageSize: 1 };
const DAY_MS = 86_400_000;

const giftColumns: readonly Column<Gift>[] = [
  {
    id: "date",
    label: m.reports_date,
    className: "whitespace-nowrap",
    cell: ({ date }) => formatMoment(date),
  },
  { id: "customer", label: m.reports_customer, cell: ({ customerName }) => customerName || "–" },
  { id: "vendor", label: m.reports_vendor, cell: ({ vendorSupported }) => vendorSupported },
  { id: "campaign", label: m.reports_campaign, cell: ({ campaignName }) => campaignName },
  {
    id: "raised",
    label: m.reports_raised,
    isNumber: true,
    cell: ({ totalFundraising }) => <Money amount={totalFundraising} />,
  },
];

function daysUntil(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${businessToday()}T00:00:00Z`)) / DAY_MS);
}

/** The campaigns that can be supported today, those that end first in front. */
function RunningCampaigns({ charityId }: { charityId: string }) {
  const { cid } = useParams();
  const area = adminPaths.charityArea(cid);
  const query = useQuery(activeCampaignsQuery(charityId));
  const running = query.data?.items.filter(({ isRunning }) => isRunning);
  return (
    <TableSection
      title={m.summary_running()}
      rows={running}
      query={query}
      idOf={({ id }) => id}
      columns={[
        {
          id: "name",
          label: m.reports_campaign,
          cell: ({ id, name }) => <Link to={area.campaign(id)}>{name}</Link>,
        },
        { id: "end", label: m.field_end_date, cell: ({ endDate }) => formatCalendarDate(endDate) },
        {
          id: "left",
          label: m.summary_days_left,
          isNumber: true,
          cell: ({ endDate }) => daysUntil(endDate),
        },
        {
          id: "rows",
          label: m.reports_reporting,
          cell: ({ id, name }) => (
            <Link to={`${area.reporting()}?campaignId=${id}`} aria-label={m.summary_report_of({ name })}>
              {m.summary_report()}
            </Link>
          ),
        },
      ]}
      none={m.summary_running_none()}
    />
  );
}

/** What a charity needs before anything can be raised for it. */
function useSteps(charityId: string): readonly Step[] | undefined {
  const { cid } = useParams();
  const area = adminPaths.charityArea(cid);
  const charity = useQuery(charityRecordQuery(charityId)).data;
  const campaigns = useQuery(activeCampaignsQuery(charityId)).data;
  if (!charity || !campaigns) return undefined;
  return [
    { label: m.summary_step_logo(), to: area.information(), isDone: Boolean(charity.logoPath) },
    { label: m.summary_step_introduction(), to: area.information(), isDone: Boolean(charity.introduction) },
    { label: m.summary_step_bank(), to: area.information(), isDone: charity.accountNumber !== null },
    { label: m.summary_step_campaign(), to: area.addCampaign(), isDone: campaigns.totalItems > 0 },
  ];
}

/** What was raised for a charity, ever and on these days, by whom, and which of its campaigns run. */
export function CharitySummaryPage() {
  const charityId = useTenant("cid");
  const { cid } = useParams();
  const area = adminPaths.charityArea(cid);
  const filter = useReportFilter();
  const { range } = filter;
  const found = useQuery(asQuery<CharityReport>(charityReportQuery(charityId, filter, NEWEST)));
  const earlier = { ...filter, range: periodBefore(range) };
  const before = useQuery(asQuery<CharityReport>(charityReportQuery(charityId, earlier, SUMS))).data;
  const ever = useQuery(charityEverQuery(charityId)).data;
  const steps = useSteps(charityId);
  const report = found.data;
  const hasRaised = ever?.totalItems !== 0;
  const toDo = hasRaised ? steps?.filter(({ isDone }) => !isDone) : steps;
  const rows = `${area.reporting()}?${questionOf(filter)}`;

  return (
    <Page title={m.summary_title()}>
      <PageHeading>{m.summary_title()}</PageHeading>
      {ever === undefined ? (
        <Skeleton className="mt-6 h-20 w-full" />
      ) : (
        <p className="mt-6 rounded-card bg-surface-tint p-6">
          <span className="block text-ink-soft">{m.summary_raised_ever()}</span>
          <Money amount={ever.totalFundraising} className="text-4xl font-bold" />
        </p>
      )}
      {toDo !== undefined && toDo.length > 0 && (
        <Checklist
          title={hasRaised ? m.dashboard_queue() : m.summary_set_up_cause()}
          lead={hasRaised ? m.summary_missing() : m.summary_set_up_cause_lead()}
          steps={toDo}
        />
      )}
      <HomeFilter filter={filter} />
      <HomeFigures query={found}>
        <Equation
          label={m.reports_fundraising()}
          terms={[
            {
              label: m.reports_purchased(),
              amount: report?.totalPurchasedAmount,
              to: rows,
              note: comparison(report?.totalPurchasedAmount, before?.totalPurchasedAmount),
            },
            {
              label: m.reports_with_vendors(),
              amount:
                report && Math.round(report.totalPurchasedAmount * 100 - report.totalFundraising * 100) / 100,
              sign: "−",
            },
            {
              label: m.reports_fundraising(),
              amount: report?.totalFundraising,
              sign: "=",
              to: rows,
              note: comparison(report?.totalFundraising, before?.totalFundraising),
            },
          ]}
        />
        <DaysChart range={range} tenantId={charityId} isRaised />
      </HomeFigures>
      <RunningCampaigns charityId={charityId} />
      <TableSection
        title={m.summary_newest()}
        rows={report?.transactions}
        count={report?.totalItems}
        query={found}
        idOf={({ date, cardNumber, totalFundraising }) => `${date} ${cardNumber} ${totalFundraising}`}
        columns={giftColumns}
        none={m.summary_newest_none()}
      />
      <p className="mt-8 max-w-[80ch] text-sm text-ink-soft">{m.reports_definitions()}</p>
    </Page>
  );
}
