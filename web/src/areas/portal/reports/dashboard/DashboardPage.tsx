import { useQuery } from "@tanstack/react-query";
import { adminPaths } from "@/adminPaths";
import { firstCardType, showsCauses } from "@/areas/portal/kit/cardTypes";
import { DaysChart } from "@/areas/portal/kit/DaysChart";
import { m } from "@/i18n";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { asQuery } from "@/shared/table/anyQuery";
import { HomeFigures, SalesEquations, type Sales } from "@/areas/portal/reports/HomeFigures";
import { vendorsReportQuery, SUMS, type VendorsReport } from "@/areas/portal/reports/queries";
import { HomeFilter } from "@/areas/portal/reports/HomeFilter";
import { periodBefore, questionOf, useBrandedFilter } from "@/areas/portal/reports/useReportFilter";
import { Dealings } from "./Dealings";
import { GoLive } from "./GoLive";
import { HealthLine } from "./Health";
import { SetUpChecklist } from "./SetUpChecklist";
import { Shops } from "./Shops";
import { WorkQueue } from "./WorkQueue";

/** Only the totals are needed, not the rows. */

function salesOf(report: VendorsReport | undefined): Sales | undefined {
  return (
    report && {
      cards: report.totalCardsSold,
      gross: report.grossSold,
      refunds: report.refunds,
      sold: report.totalPurchasedAmount,
      toCauses: report.totalFundraising,
      toPlatform: report.totalFunrayRevenue,
      revenue: report.vendorRevenue,
      opening: report.openingBalance,
      redeemed: report.totalRedeemedAmount,
      balance: report.totalBalance,
    }
  );
}

/** Dashboard of all sales, and of open work for administrators. Each figure links to its rows. */
export function DashboardPage() {
  const filter = useBrandedFilter();
  const { range, cardType } = filter;
  const earlier = periodBefore(range);
  const found = useQuery(asQuery<VendorsReport>(vendorsReportQuery(filter, SUMS)));
  const before = useQuery(asQuery<VendorsReport>(vendorsReportQuery({ ...filter, range: earlier }, SUMS)));
  const report = found.data;
  // If the other brand has sales, the filter must stay available.
  const isNew = report?.totalItems === 0 && cardType === firstCardType();
  const asked = questionOf(filter);
  const vendorReport = `${adminPaths.vendorReport()}?${asked}`;
  const charityReport = `${adminPaths.charityReport()}?${asked}`;
  const liability = `${adminPaths.liability()}?${questionOf({
    ...filter,
    range: { startDate: range.endDate, endDate: range.endDate },
  })}`;

  return (
    <Page title={m.dashboard_title()}>
      <PageHeading>{m.dashboard_title()}</PageHeading>
      <GoLive />
      <WorkQueue />
      <HealthLine />
      {isNew && <SetUpChecklist />}
      {(!isNew || cardType !== 0) && (
        <>
          <HomeFilter filter={filter} hasBrands />
          <HomeFigures query={found}>
            <SalesEquations
              sales={salesOf(report)}
              before={salesOf(before.data)}
              labels={{ platform: m.reports_platform_revenue(), revenue: m.reports_vendor_revenue() }}
              places={{ sales: vendorReport, causes: charityReport, balance: liability }}
              hasCauses={showsCauses(cardType)}
            />
            <DaysChart range={range} cardType={cardType} />
          </HomeFigures>
          <Dealings filter={filter} />
          <Shops filter={filter} />
          <p className="mt-8 max-w-[80ch] text-sm text-ink-soft">{m.reports_definitions()}</p>
        </>
      )}
    </Page>
  );
}
