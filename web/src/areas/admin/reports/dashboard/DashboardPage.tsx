import { useQuery } from "@tanstack/react-query";
import { adminPaths } from "@/adminPaths";
import { DaysChart } from "@/areas/admin/kit/DaysChart";
import { Equation } from "@/areas/admin/kit/Equation";
import { m } from "@/i18n";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { RetryScene } from "@/shared/page/RetryScene";
import { asQuery } from "@/shared/table/anyQuery";
import { comparison } from "@/areas/admin/reports/comparison";
import { vendorsReportQuery, type VendorsReport } from "@/areas/admin/reports/queries";
import { HomeFilter } from "@/areas/admin/reports/HomeFilter";
import { periodBefore, questionOf, useReportFilter } from "@/areas/admin/reports/useReportFilter";
import { SetUpChecklist } from "./SetUpChecklist";
import { Shops } from "./Shops";
import { WorkQueue } from "./WorkQueue";

/** The sums of all vendors are wanted, and none of their rows. */
const SUMS = { pageIndex: 1, pageSize: 1 };

/** How the whole business goes, and what needs an administrator. Each figure leads to the rows behind it. */
export function DashboardPage() {
  const filter = useReportFilter();
  const { range, cardType } = filter;
  const earlier = periodBefore(range);
  const found = useQuery(asQuery<VendorsReport>(vendorsReportQuery(filter, SUMS)));
  const before = useQuery(asQuery<VendorsReport>(vendorsReportQuery({ ...filter, range: earlier }, SUMS)));
  const report = found.data;
  const asked = questionOf(filter);
  const vendorReport = `${adminPaths.vendorReport()}?${asked}`;
  const charityReport = `${adminPaths.charityReport()}?${asked}`;
  const liability = `${adminPaths.liability()}?${questionOf({
    ...filter,
    range: { startDate: range.endDate, endDate: range.endDate },
  })}`;
  const note = (of: (report: VendorsReport) => number) =>
    comparison(report && of(report), before.data && of(before.data));

  return (
    <Page title={m.dashboard_title()}>
      <PageHeading>{m.dashboard_title()}</PageHeading>
      <WorkQueue />
      {report?.totalItems === 0 && cardType === 0 ? (
        <SetUpChecklist />
      ) : (
        <>
          <HomeFilter filter={filter} hasBrands />
          {found.isLoadingError ? (
            <RetryScene error={found.error} onRetry={() => void found.refetch()} />
          ) : (
            <div
              className={found.isPlaceholderData ? "grid gap-4 opacity-50" : "grid gap-4"}
              aria-busy={found.isPlaceholderData}
            >
              <Equation
                label={m.reports_vendor_revenue()}
                terms={[
                  {
                    label: m.reports_sold(),
                    amount: report?.totalPurchasedAmount,
                    to: vendorReport,
                    note: (
                      <>
                        {report && `${m.dashboard_cards({ count: report.totalCardsSold })}. `}
                        {note(({ totalPurchasedAmount }) => totalPurchasedAmount)}
                      </>
                    ),
                  },
                  {
                    label: m.reports_to_causes(),
                    amount: report?.totalFundraising,
                    sign: "−",
                    to: charityReport,
                    note: note(({ totalFundraising }) => totalFundraising),
                  },
                  {
                    label: m.reports_funray_revenue(),
                    amount: report?.totalFunrayRevenue,
                    sign: "−",
                    to: vendorReport,
                    note: note(({ totalFunrayRevenue }) => totalFunrayRevenue),
                  },
                  {
                    label: m.reports_vendor_revenue(),
                    amount: report?.vendorRevenue,
                    sign: "=",
                    to: vendorReport,
                    note: note(({ vendorRevenue }) => vendorRevenue),
                  },
                ]}
              />
              <Equation
                label={m.reports_balance()}
                terms={[
                  { label: m.reports_opening(), amount: report?.openingBalance },
                  {
                    label: m.reports_sold(),
                    amount: report?.totalPurchasedAmount,
                    sign: "+",
                    to: vendorReport,
                  },
                  {
                    label: m.reports_redeemed(),
                    amount: report?.totalRedeemedAmount,
                    sign: "−",
                    to: vendorReport,
                    note: note(({ totalRedeemedAmount }) => totalRedeemedAmount),
                  },
                  { label: m.reports_balance(), amount: report?.totalBalance, sign: "=", to: liability },
                ]}
              />
              <DaysChart range={range} cardType={cardType} />
            </div>
          )}
          <Shops filter={filter} />
          <p className="mt-8 max-w-[80ch] text-sm text-ink-soft">{m.reports_definitions()}</p>
        </>
      )}
    </Page>
  );
}
