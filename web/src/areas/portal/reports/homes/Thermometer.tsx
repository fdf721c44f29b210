import { formatMoney, formatPercent, formatPrice } from "@/lib/money";
import { m } from "@/i18n";

/**
 * Formats progress: below 10% in tenths, else in whole percent. Rounds down, so that 100% appears
 * only when the goal is reached.
 */
function progress(share: number): string {
  return share < 10 ? formatPercent(Math.floor(share * 10) / 10, 1) : formatPercent(Math.floor(share));
}

/** Progress of a campaign towards its goal; without a goal, the amount raised. */
export function Thermometer({ raised, goal }: { raised: number; goal: number | null }) {
  const label = goal === null ? m.summary_raised_no_goal() : m.summary_raised_of({ goal: formatPrice(goal) });
  const share = goal === null ? 0 : Math.max(0, (raised / goal) * 100);
  return (
    <div>
      <p className="flex items-baseline justify-between gap-3">
        <span>
          <span className="text-2xl font-bold tabular-nums">{formatMoney(raised)}</span>{" "}
          <span className="text-ink-soft">{label}</span>
        </span>
        {goal !== null && <span className="font-bold tabular-nums">{progress(share)}</span>}
      </p>
      {goal !== null && (
        <span aria-hidden className="mt-2 block h-3 overflow-hidden rounded-full bg-surface-quiet">
          <span
            className="block h-full rounded-full bg-accent"
            style={{ width: `${Math.min(100, share)}%` }}
          />
        </span>
      )}
    </div>
  );
}
