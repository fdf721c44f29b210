import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminPaths } from "@/adminPaths";
import { reading } from "@/api/reading";
import { Equation, type Term } from "@/shared/table/Equation";
import { nextPayoutTerm } from "@/areas/portal/kit/nextPayout";
import { m } from "@/i18n";
import { businessDateOf, businessToday } from "@/lib/dates";
import { withQuery } from "@/paths";

const DAYS = 30;
const DAY_MS = 86_400_000;
const SUMS = { pageIndex: 1, pageSize: 1 };

/** Returns the last thirty days. */
function useLately() {
  const [range] = useState(() => ({
    startDate: businessDateOf(new Date(Date.now() - DAYS * DAY_MS)),
    endDate: businessToday(),
  }));
  return range;
}

/** Key figures of a shop or charity: next payout, recent sales, and card balances. */
export function TenantFigures({ id, isShop }: { id: string; isShop: boolean }) {
  const area = isShop ? adminPaths.vendorArea(id) : adminPaths.charityArea(id);
  const { data: next } = useQuery(reading("/api/v1/Payouts/next", { query: { tenantId: id } }));
  const payout = nextPayoutTerm(next, {
    label: isShop ? m.summary_payout() : m.summary_transfer(),
    payouts: area.payouts(),
    information: area.information(),
  });
  return isShop ? <ShopFigures id={id} payout={payout} /> : <CauseFigures id={id} payout={payout} />;
}

interface FiguresProps {
  id: string;
  payout: Term;
}

function ShopFigures({ id, payout }: FiguresProps) {
  const range = useLately();
  const { data } = useQuery(reading("/api/v1/Vendors/summary", { query: { tenantId: id, ...range } }));
  const area = adminPaths.vendorArea(id);
  const report = withQuery(area.reporting(), range);
  return (
    <Equation
      label={m.tenants_figures()}
      terms={[
        payout,
        { label: m.tenants_sold_lately(), amount: data?.totalPurchasedAmount, to: report },
        { label: m.tenants_redeemed_lately(), amount: data?.totalRedemption, to: report },
        { label: m.summary_today(), amount: data?.totalBalance, to: area.cards() },
      ]}
    />
  );
}

function CauseFigures({ id, payout }: FiguresProps) {
  const range = useLately();
  const lately = useQuery(reading("/api/v1/Report/charity", { query: { tenantId: id, ...range, ...SUMS } }));
  const ever = useQuery(reading("/api/v1/Report/charity", { query: { tenantId: id, ...SUMS } }));
  const place = adminPaths.charityArea(id).reporting();
  return (
    <Equation
      label={m.tenants_figures()}
      terms={[
        payout,
        {
          label: m.tenants_raised_lately(),
          amount: lately.data?.totalFundraising,
          to: withQuery(place, range),
        },
        { label: m.summary_raised_ever(), amount: ever.data?.totalFundraising, to: place },
      ]}
    />
  );
}
