import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import type { components } from "@/api/schema.d";
import { showsCauses } from "@/areas/admin/kit/cardTypes";
import { Checklist, type Step } from "@/areas/admin/kit/Checklist";
import { DaysChart } from "@/areas/admin/kit/DaysChart";
import { Equation } from "@/areas/admin/kit/Equation";
import { useTenant } from "@/areas/admin/kit/useTenant";
import { HomeFigures, SalesEquations, type Sales } from "@/areas/admin/reports/HomeFigures";
import { HomeFilter } from "@/areas/admin/reports/HomeFilter";
import { periodBefore, questionOf, useBrandedFilter } from "@/areas/admin/reports/useReportFilter";
import { m } from "@/i18n";
import { amountsOf } from "@/lib/cardAmounts";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { vendorEverQuery, vendorRecordQuery, vendorStaffQuery, vendorSummaryQuery } from "./queries";

type Summary = components["schemas"]["VendorSummary"];

/** What a vendor needs before cards can be sold and redeemed. */
function useSteps(vendorId: string): readonly Step[] | undefined {
  const { vid } = useParams();
  const area = adminPaths.vendorArea(vid);
  const vendor = useQuery(vendorRecordQuery(vendorId)).data;
  const staff = useQuery(vendorStaffQuery(vendorId)).data;
  if (!vendor || !staff) return undefined;
  return [
    { label: m.summary_step_logo(), to: area.information(), isDone: Boolean(vendor.logoPath) },
    {
      label: m.summary_step_amounts(),
      to: area.information(),
      isDone: amountsOf(vendor.cardAmount).length > 0,
    },
    { label: m.summary_step_bank(), to: area.information(), isDone: vendor.accountNumber !== null },
    { label: m.summary_step_staff(), to: area.users.add(), isDone: staff.totalItems > 1 },
  ];
}

function salesOf(summary: Summary | undefined): Sales | undefined {
  return (
    summary && {
      cards: summary.totalCardSold,
      sold: summary.totalPurchasedAmount,
      toCauses: summary.totalFundraising,
      toPlatform: summary.totalFunrayRevenue,
      revenue: summary.totalRevenue,
      opening: summary.openingBalance,
      redeemed: summary.totalRedemption,
      balance: summary.totalBalance,
    }
  );
}

/** How a vendor's business goes, each figure with the way to its rows, and what is still to be set up. */
export function VendorSummaryPage() {
  const vendorId = useTenant("vid");
  const { vid } = useParams();
  const area = adminPaths.vendorArea(vid);
  const filter = useBrandedFilter();
  const { range, cardType } = filter;
  const found = useQuery(vendorSummaryQuery(vendorId, range, cardType));
  const before = useQuery(vendorSummaryQuery(vendorId, periodBefore(range), cardType)).data;
  const ever = useQuery(vendorEverQuery(vendorId)).data;
  const steps = useSteps(vendorId);
  const summary = found.data;
  const hasSold = ever?.totalCardSold !== 0;
  const toDo = hasSold ? steps?.filter(({ isDone }) => !isDone) : steps;
  const rows = `${area.reporting()}?${questionOf(filter)}`;

  return (
    <Page title={m.summary_title()}>
      <PageHeading>{m.summary_title()}</PageHeading>
      {toDo !== undefined && toDo.length > 0 && (
        <Checklist
          title={hasSold ? m.dashboard_queue() : m.dashboard_set_up()}
          lead={hasSold ? m.summary_missing() : m.summary_set_up_lead()}
          steps={toDo}
        />
      )}
      <HomeFilter filter={filter} hasBrands />
      <HomeFigures query={found}>
        <SalesEquations
          sales={salesOf(summary)}
          before={salesOf(before)}
          labels={{ platform: m.reports_to_platform(), revenue: m.reports_actual_revenue() }}
          places={{ sales: rows, causes: rows, balance: rows }}
          hasCauses={showsCauses(cardType)}
        />
        <Equation
          label={m.summary_today()}
          terms={[
            {
              label: m.summary_today(),
              amount: ever?.totalBalance,
              to: area.cards(),
              note: m.summary_today_note(),
            },
          ]}
        />
        <DaysChart range={range} cardType={cardType} tenantId={vendorId} />
      </HomeFigures>
      <p className="mt-8 max-w-[80ch] text-sm text-ink-soft">{m.reports_definitions()}</p>
    </Page>
  );
}
