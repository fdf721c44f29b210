import { m } from "@/i18n";
import type { DateRange } from "@/lib/dateRange";
import { Button } from "@/ui/form/Button";

export type NamedPeriod = readonly [label: string, range: DateRange];

interface PeriodButtonsProps {
  periods: readonly NamedPeriod[];
  range: DateRange;
  onRange: (range: DateRange) => void;
}

/** Buttons for usual periods; the shown one is pressed. */
export function PeriodButtons({ periods, range, onRange }: PeriodButtonsProps) {
  return (
    <div
      className="flex min-w-0 gap-1 max-sm:overflow-x-auto max-sm:overflow-y-hidden sm:flex-wrap"
      role="group"
      aria-label={m.lists_days()}
    >
      {periods.map(([label, period]) => {
        const isShown = period.startDate === range.startDate && period.endDate === range.endDate;
        return (
          <Button
            key={label}
            size="small"
            variant={isShown ? "secondary" : "quiet"}
            aria-pressed={isShown}
            className="flex-none"
            onClick={() => onRange(period)}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}
