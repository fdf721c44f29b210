import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import type { components } from "@/api/schema.d";
import { Checklist, type Step } from "@/areas/admin/kit/Checklist";
import { DaysChart } from "@/areas/admin/kit/DaysChart";
import { Equation } from "@/areas/admin/kit/Equation";
import { useTenant } from "@/areas/admin/kit/useTenant";
import { comparison } from "@/areas/admin/reports/comparison";
import { HomeFilter } from "@/areas/admin/reports/HomeFilter";
import { periodBefore, questionOf, useReportFilter } from "@/areas/admin/reports/useReportFilter";
import { m } from "@/i18n";
import { amountsOf } from "@/lib/cardAmounts";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { RetryScene } from "@/shared/page/RetryScene";
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

/** How a vendor's business goes, each figure with the way to its rows, and what is still to be set up. */
export function VendorSummaryPage() {
  const vendorId = useTenant("vid");
  const { vid } = useParams();
  const area = adminPaths.vendorArea(vid);
  const filter = useReportFilter();
  const { range, cardType } = filter;
  const found = useQuery(vendorSummaryQuery(vendorId, range, cardType));
  const before = useQuery(vendorSummaryQuery(vendorId, periodBefore(range), cardType)).data;
  const ever = useQuery(vendorEverQuery(vendorId)).data;
  const steps = useSteps(vendorId);
  const summary = found.data;
  const hasSold = ever?.totalCardSold !== 0;
  const toDo = hasSold ? steps?.filter(({ isDone }) => !isDone) : steps;
  const rows = `${area.reporting()}?${questionOf(filter)}`;
  const note = (of: (summary: Summary) => number) => comparison(summary && of(summary), before && of(before));

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
      {found.isLoadingError ? (
        <RetryScene error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div
          className={found.isPlaceholderData ? "grid gap-4 opacity-50" : "grid gap-4"}
          aria-busy={found.isPlaceholderData}
        >
          <Equation
            label={m.reports_actual_revenue()}
            terms={[
              {
                label: m.reports_sold(),
                amount: summary?.totalPurchasedAmount,
                to: rows,
                note: (
                  <>
                    {summary && `${m.dashboard_cards({ count: summary.totalCardSold })}. `}
                    {note(({ totalPurchasedAmount }) => totalPurchasedAmount)}
                  </>
                ),
              },
              {
                label: m.reports_to_causes(),
                amount: summary?.totalFundraising,
                sign: "−",
                to: rows,
                note: note(({ totalFundraising }) => totalFundraising),
              },
              {
                label: m.reports_to_platform(),
                amount: summary?.totalFunrayRevenue,
                sign: "−",
                to: rows,
                note: note(({ totalFunrayRevenue }) => totalFunrayRevenue),
              },
              {
                label: m.reports_actual_revenue(),
                amount: summary?.totalRevenue,
                sign: "=",
                to: rows,
                note: note(({ totalRevenue }) => totalRevenue),
              },
            ]}
          />
          <Equation
            label={m.reports_balance()}
            terms={[
              { label: m.reports_opening(), amount: summary?.openingBalance },
              { label: m.reports_sold(), amount: summary?.totalPurchasedAmount, sign: "+", to: rows },
              {
                label: m.reports_redeemed(),
                amount: summary?.totalRedemption,
                sign: "−",
                to: rows,
                note: note(({ totalRedemption }) => totalRedemption),
              },
              { label: m.reports_balance(), amount: summary?.totalBalance, sign: "=", to: rows },
            ]}
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
        </div>
      )}
      <p className="mt-8 max-w-[80ch] text-sm text-ink-soft">{m.reports_definitions()}</p>
    </Page>
  );
}
