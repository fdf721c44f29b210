import { m } from "@/i18n";
import { formatPercent, formatPrice } from "@/lib/money";

interface CampaignProgressProps {
  campaign: { raised: number; goal: number | null; supporters: number; daysLeft: number; isRunning: boolean };
  className?: string | undefined;
}

/** Sum raised by a campaign, its supporters and remaining days. With a goal, a bar and the percentage, which exceeds 100 above the goal. */
export function CampaignProgress({ campaign, className }: CampaignProgressProps) {
  const { raised, goal, supporters, daysLeft, isRunning } = campaign;
  const percent = goal === null ? 0 : Math.floor((raised / goal) * 100);
  const facts = [
    supporters > 0 && m.causes_supporters({ count: supporters }),
    isRunning && (daysLeft > 0 ? m.causes_days_left({ count: daysLeft }) : m.causes_last_day()),
  ];
  return (
    <div className={className}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>
          {goal === null ? (
            raised > 0 ? (
              m.causes_raised({ amount: formatPrice(raised) })
            ) : (
              m.causes_be_first()
            )
          ) : (
            <>
              <strong className="tabular-nums">{formatPrice(raised)}</strong>{" "}
              {m.causes_raised_of({ goal: formatPrice(goal) })}
            </>
          )}
        </span>
        {goal !== null && <strong className="tabular-nums">{formatPercent(percent)}</strong>}
      </p>
      {goal !== null && (
        <span aria-hidden className="my-1.5 block h-2.5 overflow-hidden rounded-full bg-surface-quiet">
          {raised > 0 && (
            <span
              className="block h-full min-w-2.5 rounded-full bg-accent"
              style={{ width: `${Math.min(100, percent)}%` }}
            />
          )}
        </span>
      )}
      <p className="text-sm text-ink-soft">{facts.filter(Boolean).join(" · ")}</p>
    </div>
  );
}
