import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { m } from "@/i18n";
import { formatTime } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { paths } from "@/paths";
import { useProfile } from "@/session/current";
import { counterDayQuery, type CounterDay } from "@/features/counter/card/cards";
import { ReversalCell } from "@/features/counter/reversal/ReversalCell";
import { ReverseDialog } from "@/features/counter/reversal/ReverseDialog";
import { transactionName } from "@/features/counter/card/transactionName";
import { RetryScene } from "@/shared/page/RetryScene";
import { Chip } from "@/ui/list/Chip";
import { cx } from "@/ui/cx";
import { Money } from "@/ui/Money";

type Movement = CounterDay["newest"][number];

/** Latest transactions of this till or clerk with undo buttons, and the day's total. */
export function TillToday() {
  const profile = useProfile();
  const day = useQuery(counterDayQuery(profile?.tenantIds[0] ?? "", { isMine: true }));
  const [asked, setAsked] = useState<Movement>();
  const found = day.data;
  return (
    <section aria-label={m.counter_last_five()} className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">
          {profile?.till ? m.counter_till_today({ till: profile.till }) : m.counter_you_today()}
        </h2>
        {found && (
          <p className="font-semibold tabular-nums">
            {m.counter_taken_today({ amount: formatMoney(found.total.taken) })}
            {found.total.paidOut > 0 &&
              ` · ${m.counter_cashed_out({ amount: formatMoney(found.total.paidOut) })}`}
          </p>
        )}
        <Link to={paths.counterDay()}>{m.counter_day_title()}</Link>
      </div>
      {day.isLoadingError && <RetryScene error={day.error} onRetry={() => void day.refetch()} />}
      {found?.newest.length === 0 && <p className="mt-2 text-ink-soft">{m.counter_nothing_today()}</p>}
      <ul className="mt-1">
        {found?.newest.map((movement) => (
          <li
            key={movement.id}
            className="flex min-h-11 items-center gap-x-3 border-b border-line last:border-0"
          >
            <span className="whitespace-nowrap text-ink-soft tabular-nums">{formatTime(movement.date)}</span>
            <Link to={paths.scanCard(movement.cardId)} className="font-mono whitespace-nowrap">
              {movement.cardNumber}
            </Link>
            <span className="min-w-0 grow truncate text-sm text-ink-soft">
              {movement.isReversed ? (
                <Chip>{m.counter_taken_back()}</Chip>
              ) : (
                transactionName(movement.transactionType)
              )}
            </span>
            <span
              className={cx(
                "font-semibold tabular-nums",
                movement.isReversed && "text-ink-soft line-through",
              )}
            >
              <Money amount={movement.amount} />
            </span>
            <span className="flex justify-end sm:min-w-22">
              <ReversalCell
                card={{ id: movement.cardId }}
                transaction={movement}
                since={day.dataUpdatedAt}
                onAsk={() => setAsked(movement)}
                isBrief
              />
            </span>
          </li>
        ))}
      </ul>
      {asked && (
        <ReverseDialog card={{ id: asked.cardId }} transaction={asked} onClose={() => setAsked(undefined)} />
      )}
    </section>
  );
}
