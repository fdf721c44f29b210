// Next payout of a vendor or charity, as one of the figures of its home.
import { Link } from "react-router";
import type { components } from "@/api/schema.d";
import type { Term } from "@/shared/table/Equation";
import { m } from "@/i18n";
import { formatCalendarDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";

type UpcomingPayout = components["schemas"]["UpcomingPayout"];

interface NextPayoutLinks {
  label: string;
  payouts: string;
  /** Page with the bank account. */
  information: string;
}

function NextPayoutNote({ next, information }: { next: UpcomingPayout; information: string }) {
  const { reserve } = next;
  return (
    <>
      <Destination next={next} information={information} />
      {reserve !== null && (
        <span className="block">
          {m.summary_payout_reserve({
            amount: formatMoney(reserve.amount),
            day: formatCalendarDate(reserve.until),
          })}
        </span>
      )}
    </>
  );
}

function Destination({ next, information }: { next: UpcomingPayout; information: string }) {
  const day = formatCalendarDate(next.payday);
  if (next.bankEnding !== null) return m.summary_payout_to({ day, ending: next.bankEnding });
  return (
    <>
      {m.summary_payout_day({ day })}{" "}
      <Link to={information} className="relative z-1 text-warning">
        {m.summary_payout_no_bank()}
      </Link>
    </>
  );
}

export function nextPayoutTerm(next: UpcomingPayout | undefined, places: NextPayoutLinks): Term {
  return {
    label: places.label,
    amount: next?.amount,
    to: places.payouts,
    note: next && <NextPayoutNote next={next} information={places.information} />,
  };
}
