import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CARD_TYPES } from "@/areas/admin/kit/cardTypes";
import { useTenant } from "@/areas/admin/kit/useTenant";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { RetryScene } from "@/shared/page/RetryScene";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Icon } from "@/ui/Icon";
import type { IconName } from "@/ui/iconNames";
import { Money } from "@/ui/Money";
import { DateRangeFields } from "@/ui/rich/DateRangeFields";
import { Select } from "@/ui/Select";
import { Skeleton } from "@/ui/Skeleton";
import { vendorSummaryQuery } from "./queries";
import { useSummaryFilter } from "./useSummaryFilter";

const cardTypeNames = [m.summary_all_cards, m.summary_funray_cards, m.summary_rayzr_cards];

/** A vendor's figures at a glance: one's own, or one vendor's as an administrator sees them. */
export function VendorSummaryPage() {
  const vendorId = useTenant("vid");
  const filter = useSummaryFilter();
  const summary = useQuery(
    vendorSummaryQuery({
      vendorId,
      cardType: filter.cardType,
      ...filter.range,
    }),
  );
  const totals = summary.data;

  return (
    <Page title={m.summary_title()}>
      <PageHeading>{m.summary_title()}</PageHeading>
      <div className="mt-6 flex max-w-[760px] flex-wrap gap-4">
        <Select
          label={m.summary_card_brand()}
          value={filter.cardType}
          choices={CARD_TYPES.map((type) => ({ value: String(type), text: cardTypeNames[type]?.() ?? "" }))}
          onChange={(event) => filter.show({ cardType: Number(event.target.value) })}
          className="grow basis-48"
        />
        <DateRangeFields
          range={filter.range}
          onRange={(range) => filter.show({ range })}
          className="grow-2 basis-84"
        />
      </div>
      {summary.isLoadingError ? (
        <RetryScene error={summary.error} onRetry={() => void summary.refetch()} />
      ) : (
        <dl className="mt-8 grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
          <Total icon="chart-line" label={m.summary_revenue()}>
            {totals && <Money amount={totals.totalRevenue} />}
          </Total>
          <Total icon="wallet-cards" label={m.summary_cards_sold()}>
            {totals && <span className="tabular-nums">{totals.totalCardSold}</span>}
          </Total>
          <Total icon="store" label={m.summary_redemption()}>
            {totals && <Money amount={totals.totalRedemption} />}
          </Total>
          <Total icon="gift" label={m.summary_balance()}>
            {totals && <Money amount={totals.totalBalance} />}
          </Total>
        </dl>
      )}
      {totals && totals.totalPurchasedAmount !== 0 && (
        <p className="mt-6 text-ink-soft tabular-nums">
          {m.summary_equation({
            sold: formatMoney(totals.totalPurchasedAmount),
            raised: formatMoney(totals.totalFundraising),
            platform: formatMoney(totals.totalFunrayRevenue),
            revenue: formatMoney(totals.totalRevenue),
          })}
        </p>
      )}
      {totals?.totalCardSold === 0 && <p className="mt-6 text-ink-soft">{m.summary_nothing_sold()}</p>}
    </Page>
  );
}

function Total({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <div className="rounded-panel border border-line bg-surface p-6">
      <dt className="flex items-center gap-2 text-ink-soft">
        <Icon name={icon} size={20} className="text-brand" />
        {label}
      </dt>
      <dd className="mt-3 font-display text-2xl font-bold">
        {children ?? <Skeleton className="h-9 w-32" />}
      </dd>
    </div>
  );
}
