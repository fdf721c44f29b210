import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import { showsCauses } from "@/areas/portal/kit/cardTypes";
import { Checklist, type Step } from "@/areas/portal/kit/Checklist";
import { DaysChart } from "@/areas/portal/kit/DaysChart";
import { nextPayoutQuery, testCardQuery } from "@/areas/portal/kit/tenantQueries";
import { Equation } from "@/shared/table/Equation";
import { UpcomingEquation } from "@/areas/portal/kit/UpcomingEquation";
import { useTenant } from "@/shared/page/useTenant";
import { HomeFigures, SalesEquations, type Sales } from "@/areas/portal/reports/HomeFigures";
import { HomeFilter } from "@/areas/portal/reports/HomeFilter";
import { periodBefore, questionOf, useBrandedFilter } from "@/areas/portal/reports/useReportFilter";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { amountsOf } from "@/lib/cardAmounts";
import { formatCalendarDate } from "@/lib/dates";
import { formatMoney, formatPrice } from "@/lib/money";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Notice } from "@/ui/layout/Notice";
import { SkeletonText } from "@/ui/layout/Skeleton";
import { HomePanel } from "./HomePanel";
import { nextPayoutTerm } from "@/areas/portal/kit/nextPayout";
import {
  vendorHomeQuery,
  vendorRecordQuery,
  vendorStaffQuery,
  vendorSummaryQuery,
  vendorTillsQuery,
  type VendorHome,
} from "./queries";
import { RedeemedHours } from "./RedeemedHours";
import { SharesList } from "./SharesList";
import { figureOf } from "./figureOf";
import { ShopEvents } from "./ShopEvents";
import { ShopPoster } from "./ShopPoster";
import { Takeovers } from "./Takeovers";
import { TodaySentence } from "./TodaySentence";
import { usePoster } from "./usePoster";

type Summary = VendorHome["summary"];

/** Returns the setup steps of a vendor before it can sell and redeem cards. */
function useSteps(vendorId: string, isRedeeming: boolean): readonly Step[] | undefined {
  const { vid } = useParams();
  const area = adminPaths.vendorArea(vid);
  const vendor = useQuery(vendorRecordQuery(vendorId)).data;
  const staff = useQuery(vendorStaffQuery(vendorId)).data;
  const tills = useQuery(vendorTillsQuery(vendorId)).data;
  const test = useQuery(testCardQuery(vendorId)).data;
  if (!vendor || !staff) return undefined;
  // A shop with redemptions has tried its counter, and may work without a till.
  const hasTill = isRedeeming || tills === undefined || tills.length > 0;
  const isTested = isRedeeming || test === undefined || test.redeemedAt !== null;
  return [
    { label: m.summary_step_logo(), to: area.information(), isDone: Boolean(vendor.logoPath) },
    {
      label: m.summary_step_amounts(),
      to: area.information(),
      isDone: amountsOf(vendor.cardAmount).length > 0,
    },
    { label: m.summary_step_bank(), to: area.information(), isDone: vendor.accountNumber !== null },
    { label: m.summary_step_staff(), to: area.users.add(), isDone: staff.totalItems > 1 },
    { label: m.summary_step_till(), to: area.tills(), isDone: hasTill },
    { label: m.summary_step_test(), to: area.testCard(), isDone: isTested },
  ];
}

function salesOf(summary: Summary | undefined): Sales | undefined {
  return (
    summary && {
      cards: summary.totalCardSold,
      gross: summary.grossSold,
      refunds: summary.refunds,
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

interface PanelsProps {
  home: VendorHome;
  /** Returns the page with the rows behind a figure. */
  rowsOf: (figure: string) => string;
  hasCauses: boolean;
}

/** Breakdowns of the period's figures. */
function Panels({ home, rowsOf, hasCauses }: PanelsProps) {
  const amounts = (
    <HomePanel title={m.summary_by_amount()}>
      <SharesList
        rows={home.amounts.map(({ amount, cardsSold, totalPurchasedAmount }) => ({
          id: String(amount),
          label: formatPrice(amount),
          amount: totalPurchasedAmount,
          note: m.summary_times({ count: cardsSold }),
          to: rowsOf(figureOf.amount(amount)),
        }))}
        most={8}
        others={(count) => m.summary_other_amounts({ count })}
        none={m.summary_sold_none()}
      />
    </HomePanel>
  );
  const employees = (
    <HomePanel title={m.summary_by_employee()}>
      <SharesList
        rows={home.employees.map(({ personId, name, redemptions, totalRedemption }) => ({
          id: personId ?? "",
          label: name ?? brand.name,
          amount: totalRedemption,
          note: m.summary_times({ count: redemptions }),
          to: rowsOf(figureOf.employee(personId)),
        }))}
        others={(count) => m.summary_other_people({ count })}
        none={m.summary_redeemed_none()}
      />
    </HomePanel>
  );
  return (
    <div className="mt-6 grid gap-6 md:grid-cols-2">
      {hasCauses ? (
        <>
          <div className="grid min-w-0 content-start gap-6">
            {amounts}
            {employees}
          </div>
          <HomePanel title={m.summary_causes()}>
            <SharesList
              rows={home.causes.map(({ charityId, charityName, totalFundraising }) => ({
                id: charityId,
                label: m.summary_gave({ amount: formatMoney(totalFundraising), cause: charityName }),
                amount: totalFundraising,
                isSaid: true,
                to: rowsOf(figureOf.cause(charityId)),
              }))}
              others={(count) => m.summary_other_causes({ count })}
              none={m.summary_causes_none()}
            />
          </HomePanel>
        </>
      ) : (
        <>
          {amounts}
          {employees}
        </>
      )}
      <HomePanel title={m.summary_by_hour()} isWide>
        <RedeemedHours hours={home.hours} />
      </HomePanel>
    </div>
  );
}

/** Home of a vendor: figures with links to their rows, and remaining setup steps. */
export function VendorSummaryPage() {
  const vendorId = useTenant("vid");
  const { vid } = useParams();
  const area = adminPaths.vendorArea(vid);
  const filter = useBrandedFilter();
  const { range, cardType } = filter;
  const found = useQuery(vendorHomeQuery(vendorId, range, cardType));
  const before = useQuery(vendorSummaryQuery(vendorId, periodBefore(range), cardType)).data;
  const vendor = useQuery(vendorRecordQuery(vendorId)).data;
  const next = useQuery(nextPayoutQuery(vendorId)).data;
  const drawn = usePoster(vendorId);
  const home = found.data;
  const steps = useSteps(vendorId, home === undefined || (home.cardsEver > 0 && home.employees.length > 0));
  const hasSold = home?.cardsEver !== 0;
  const hasCauses = showsCauses(cardType);
  const toDo = hasSold ? steps?.filter(({ isDone }) => !isDone) : steps;
  const rows = `${area.reporting()}?${questionOf(filter)}`;
  const rowsOf = (figure: string) => {
    const asked = questionOf({ ...filter, isCompared: false });
    asked.set("figure", figure);
    return `${area.events()}?${asked}`;
  };
  const checklist = toDo !== undefined && toDo.length > 0 && (
    <Checklist
      title={hasSold ? m.dashboard_queue() : m.dashboard_set_up()}
      lead={hasSold ? m.summary_missing() : m.summary_set_up_lead()}
      steps={toDo}
    />
  );
  const poster = vendor && (
    <HomePanel title={m.tenants_poster()}>
      <ShopPoster poster={drawn} name={vendor.displayName} to={area.information()} />
    </HomePanel>
  );

  return (
    <Page title={m.summary_title()}>
      <PageHeading>{m.summary_title()}</PageHeading>
      {vendor?.state === "INACTIVE" && (
        <Notice tone="danger" className="mt-4 max-w-prose">
          {vendor.closedAt === null ? m.tenants_stopped_notice() : m.tenants_closed_notice()}
        </Notice>
      )}
      {/* An administrator who looks on can't decide for the shop. */}
      {vid === undefined && <Takeovers shopId={vendorId} />}
      {hasSold ? (
        <>
          <TodaySentence vendorId={vendorId} cardType={cardType} next={next} />
          <HomeFilter filter={filter} hasBrands />
          <HomeFigures query={found}>
            <SalesEquations
              sales={salesOf(home?.summary)}
              before={salesOf(before)}
              labels={{ platform: m.reports_to_platform(), revenue: m.reports_actual_revenue() }}
              places={{ sales: rows, causes: rows, balance: rows }}
              hasCauses={hasCauses}
            />
            <Equation
              label={m.summary_today()}
              terms={[
                {
                  label: m.summary_today(),
                  amount: home?.balanceToday,
                  to: area.cards(),
                  note: m.summary_today_note(),
                },
                nextPayoutTerm(next, {
                  label: m.summary_payout(),
                  payouts: area.payouts(),
                  information: area.information(),
                }),
              ]}
            />
            <UpcomingEquation next={next} isOfShop />
            <div className="gap-6 xl:grid xl:grid-cols-[minmax(0,1fr)_20rem]">
              <div className="min-w-0">
                <DaysChart range={range} cardType={cardType} tenantId={vendorId} />
                {home && <Panels home={home} rowsOf={rowsOf} hasCauses={hasCauses} />}
              </div>
              <div className="mt-6 grid min-w-0 content-start gap-6 xl:mt-0">
                {checklist && <div className="*:mt-0">{checklist}</div>}
                <HomePanel title={m.summary_events()}>
                  {home ? (
                    <ShopEvents events={home.events} toCard={(id) => area.card(id)} />
                  ) : (
                    <SkeletonText lines={6} />
                  )}
                </HomePanel>
                {poster}
              </div>
            </div>
          </HomeFigures>
        </>
      ) : (
        <>
          {checklist}
          {next && !next.pausedSince && (
            <p className="mt-6 max-w-prose">
              {m.summary_first_payout({ day: formatCalendarDate(next.payday) })}
            </p>
          )}
          <div className="mt-8 grid max-w-prose gap-6">{poster}</div>
        </>
      )}
      {hasSold && <p className="mt-8 max-w-[80ch] text-sm text-ink-soft">{m.summary_vendor_definitions()}</p>}
    </Page>
  );
}
