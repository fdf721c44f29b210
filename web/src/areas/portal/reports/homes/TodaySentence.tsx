import { useQuery } from "@tanstack/react-query";
import type { components } from "@/api/schema.d";
import { presetsOf } from "@/areas/portal/reports/useReportFilter";
import { m } from "@/i18n";
import { businessToday, formatCalendarDate, formatDay } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { useMedia } from "@/ui/useMedia";
import { vendorSummaryQuery } from "./queries";

type UpcomingPayout = components["schemas"]["UpcomingPayout"];

interface TodaySentenceProps {
  vendorId: string;
  cardType: number;
  next: UpcomingPayout | undefined;
}

function NextPayout({ next: { amount, payday, pausedSince } }: { next: UpcomingPayout }) {
  if (pausedSince) return m.pauses_of_payee({ day: formatDay(pausedSince) });
  return m.summary_today_payout({ amount: formatMoney(amount), day: formatCalendarDate(payday) });
}

/** Today's figures in a sentence, above the filters on a phone, where the figures are far below. */
export function TodaySentence({ vendorId, cardType, next }: TodaySentenceProps) {
  const isPhone = useMedia("(width < 40rem)");
  const { today } = presetsOf(businessToday());
  const { data } = useQuery({ ...vendorSummaryQuery(vendorId, today, cardType), enabled: isPhone });
  if (!isPhone) return null;
  return (
    // Reserve three lines, the usual length.
    <p className="mt-2 min-h-[3lh] text-lg/normal">
      {data &&
        m.summary_today_sentence({
          count: data.totalCardSold,
          sold: formatMoney(data.totalPurchasedAmount),
          redeemed: formatMoney(data.totalRedemption),
        })}{" "}
      {next && next.amount > 0 && <NextPayout next={next} />}
    </p>
  );
}
