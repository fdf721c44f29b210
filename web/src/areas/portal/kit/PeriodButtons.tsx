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
    <div className="flex flex-wrap gap-1" role="group" aria-label={m.lists_days()}>
      {periods.map(([label, period]) => {
        const isShown = period.startDate === range.startDate && period.endDate === range.endDate;
        return (
          <Button
            key={label}
            size="small"
            variant={isShown ? "secondary" : "quiet"}
            aria-pressed={isShown}
            onClick={() => onRange(period)}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}
