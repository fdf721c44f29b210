import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import type { components } from "@/api/schema.d";
import { Checklist, type Step } from "@/areas/portal/kit/Checklist";
import { DaysChart } from "@/areas/portal/kit/DaysChart";
import { nextPayoutQuery } from "@/areas/portal/kit/tenantQueries";
import { Equation } from "@/shared/table/Equation";
import { useCausesAddress } from "@/areas/portal/kit/usePublicAddress";
import { useTenant } from "@/shared/page/useTenant";
import { comparison } from "@/areas/portal/reports/comparison";
import { HomeFigures } from "@/areas/portal/reports/HomeFigures";
import { HomeFilter } from "@/areas/portal/reports/HomeFilter";
import { charityReportQuery, SUMS, type CharityReport } from "@/areas/portal/reports/queries";
import { periodBefore, questionOf, useReportFilter } from "@/areas/portal/reports/useReportFilter";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { paths, withQuery } from "@/paths";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { asQuery } from "@/shared/table/anyQuery";
import { Money } from "@/ui/Money";
import { Skeleton, SkeletonText } from "@/ui/layout/Skeleton";
import { BoardLetter } from "./BoardLetter";
import { CauseStatement } from "./CauseStatement";
import { HomePanel } from "./HomePanel";
import { nextPayoutTerm } from "@/areas/portal/kit/nextPayout";
import { UpcomingEquation } from "@/areas/portal/kit/UpcomingEquation";
import { charityHomeQuery, charityRecordQuery } from "./queries";
import { RunningCampaignPanel } from "./RunningCampaignPanel";

type CharityHome = components["schemas"]["CharityHome"];

const MAX_SHOPS = 8;

/** Returns the setup steps of a charity before it can receive donations. */
function useSteps(charityId: string, home: CharityHome | undefined): readonly Step[] | undefined {
  const { cid } = useParams();
  const area = adminPaths.charityArea(cid);
  const charity = useQuery(charityRecordQuery(charityId)).data;
  if (!charity || !home) return undefined;
  return [
    { label: m.summary_step_logo(), to: area.information(), isDone: Boolean(charity.logoPath) },
    { label: m.summary_step_introduction(), to: area.information(), isDone: Boolean(charity.introduction) },
    { label: m.summary_step_bank(), to: area.information(), isDone: charity.accountNumber !== null },
    { label: m.summary_step_campaign(), to: area.addCampaign(), isDone: home.running.length > 0 },
  ];
}

/** Latest purchases, a sentence each. Cancellations are in the report. */
function NewestPurchases({ newest }: { newest: CharityHome["newest"] }) {
  const gifts = newest.filter(({ totalFundraising }) => totalFundraising > 0);
  if (gifts.length === 0) return <p className="text-ink-soft">{m.summary_gifts_none()}</p>;
  return (
    <ol className="-my-2 divide-y divide-line">
      {gifts.map((gift) => (
        <li key={`${gift.date} ${gift.cardNumber} ${gift.totalFundraising}`} className="py-2.5">
          {m.summary_gift({
            person: gift.customerName || m.summary_somebody(),
            shop: gift.vendorSupported,
            amount: formatMoney(gift.totalFundraising),
          })}
          <span className="block text-sm text-ink-soft tabular-nums">
            {formatMoment(gift.date)} · {gift.campaignName}
          </span>
        </li>
      ))}
    </ol>
  );
}

function FeedingShop({ shop, site }: { shop: CharityHome["shops"][number]; site: string }) {
  const address = site + paths.vendor(shop.vendorId);
  return (
    <li className="flex items-baseline justify-between gap-3">
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 min-w-0 items-center"
      >
        {shop.vendorName}
      </a>
      <Money amount={shop.totalFundraising} className="font-bold" />
    </li>
  );
}

/** Shops whose sales raised donations in the period. */
function FeedingShops({ shops, site }: { shops: CharityHome["shops"]; site: string }) {
  if (shops.length === 0) return <p className="text-ink-soft">{m.summary_shops_none()}</p>;
  const rest = shops.slice(MAX_SHOPS);
  const left = rest.reduce((sum, shop) => sum + Math.round(shop.totalFundraising * 100), 0) / 100;
  return (
    <ul className="-my-2">
      {shops.slice(0, MAX_SHOPS).map((shop) => (
        <FeedingShop key={shop.vendorId} shop={shop} site={site} />
      ))}
      {rest.length > 0 && (
        <li className="flex justify-between gap-3 py-2 text-sm text-ink-soft">
          {m.summary_other_shops({ count: rest.length })}
          <Money amount={left} />
        </li>
      )}
    </ul>
  );
}

/**
 * Home of a charity: donations in total and in the period, by shop, and the state of its campaigns.
 */
export function CharitySummaryPage() {
  const charityId = useTenant("cid");
  const { cid } = useParams();
  const area = adminPaths.charityArea(cid);
  const filter = useReportFilter();
  const { range } = filter;
  const found = useQuery(charityHomeQuery(charityId, range));
  const earlier = { ...filter, range: periodBefore(range) };
  const before = useQuery(asQuery<CharityReport>(charityReportQuery(charityId, earlier, SUMS))).data;
  const charity = useQuery(charityRecordQuery(charityId)).data;
  const next = useQuery(nextPayoutQuery(charityId)).data;
  const site = useCausesAddress("");
  const home = found.data;
  const steps = useSteps(charityId, home);
  const hasPurchases = home?.purchasesEver !== 0;
  const toDo = hasPurchases ? steps?.filter(({ isDone }) => !isDone) : steps;
  const rows = `${area.reporting()}?${questionOf(filter)}`;

  return (
    <Page title={m.summary_title()}>
      <PageHeading>{m.summary_title()}</PageHeading>
      <div className="mt-6 grid gap-3 md:grid-cols-[2fr_1fr]">
        {home === undefined ? (
          <Skeleton className="h-20 w-full" />
        ) : (
          <p className="rounded-card bg-surface-tint p-6">
            <span className="block text-ink-soft">{m.summary_raised_ever()}</span>
            <Money amount={home.totalFundraisingEver} className="text-4xl font-bold" />
          </p>
        )}
        <Equation
          label={m.summary_transfer()}
          terms={[
            nextPayoutTerm(next, {
              label: m.summary_transfer(),
              payouts: area.payouts(),
              information: area.information(),
            }),
          ]}
        />
      </div>
      <div className="mt-6 empty:hidden">
        <UpcomingEquation next={next} isOfShop={false} />
      </div>
      <HomeFilter filter={filter} />
      <HomeFigures query={found}>
        <Equation
          label={m.reports_fundraising()}
          terms={[
            {
              label: m.reports_purchased(),
              amount: home?.totalPurchasedAmount,
              to: rows,
              note: comparison(home?.totalPurchasedAmount, before?.totalPurchasedAmount),
            },
            {
              label: m.reports_with_vendors(),
              amount: home && Math.round(home.totalPurchasedAmount * 100 - home.totalFundraising * 100) / 100,
              sign: "−",
            },
            {
              label: m.reports_fundraising(),
              amount: home?.totalFundraising,
              sign: "=",
              to: rows,
              note: comparison(home?.totalFundraising, before?.totalFundraising),
            },
          ]}
        />
        <div className="gap-6 xl:grid xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0">
            <section>
              <h2 className="text-xl">{m.summary_running()}</h2>
              <div className="mt-4 grid gap-6">
                {home?.running.map((campaign) => (
                  <RunningCampaignPanel
                    key={campaign.campaignId}
                    address={site + paths.charityVendors(charityId, campaign.campaignId)}
                    campaign={campaign}
                    places={{
                      campaign: area.campaign(campaign.campaignId),
                      // The campaign's full date range, because the amount raised covers all of it.
                      rows: withQuery(area.reporting(), {
                        startDate: campaign.startDate,
                        endDate: campaign.endDate,
                        campaignId: campaign.campaignId,
                      }),
                    }}
                  />
                ))}
                {home?.running.length === 0 && <p className="text-ink-soft">{m.summary_running_none()}</p>}
              </div>
            </section>
            <div className="mt-6">
              <DaysChart range={range} tenantId={charityId} isRaised />
            </div>
          </div>
          <div className="mt-6 grid min-w-0 content-start gap-6 xl:mt-0">
            {toDo !== undefined && toDo.length > 0 && (
              <div className="*:mt-0">
                <Checklist
                  title={hasPurchases ? m.dashboard_queue() : m.summary_set_up_cause()}
                  lead={hasPurchases ? m.summary_missing() : m.summary_set_up_cause_lead()}
                  steps={toDo}
                />
              </div>
            )}
            <HomePanel title={m.summary_gifts()}>
              {home ? <NewestPurchases newest={home.newest} /> : <SkeletonText lines={6} />}
            </HomePanel>
            <HomePanel title={m.summary_shops()} lead={m.summary_shops_lead()}>
              {home ? <FeedingShops shops={home.shops} site={site} /> : <SkeletonText lines={4} />}
            </HomePanel>
            <HomePanel title={m.summary_statement()} lead={m.summary_statement_lead()}>
              {home ? <CauseStatement home={home} range={range} /> : <SkeletonText lines={4} />}
            </HomePanel>
            {charity && (
              <HomePanel title={m.summary_letter()} lead={m.summary_letter_lead()}>
                <BoardLetter charityId={charityId} name={charity.displayName} />
              </HomePanel>
            )}
          </div>
        </div>
      </HomeFigures>
      <p className="mt-8 max-w-[80ch] text-sm text-ink-soft">{m.reports_definitions()}</p>
    </Page>
  );
}
