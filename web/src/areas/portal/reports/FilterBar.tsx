import { useId, useState, type ReactNode } from "react";
import { PeriodButtons, type NamedPeriod } from "@/areas/portal/kit/PeriodButtons";
import { m } from "@/i18n";
import type { DateRange } from "@/lib/dateRange";
import { cx } from "@/ui/cx";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { periodInWords } from "./comparison";

/**
 * Class names of a field in the bar. Its label is for screen readers only, because its value
 * explains itself.
 */
export const barField = "min-w-0 [&_.control]:min-h-11 [&_.control]:py-1.5 [&_label]:sr-only";

interface FilterBarProps {
  periods: readonly NamedPeriod[];
  range: DateRange;
  onRange: (range: DateRange) => void;
  children: ReactNode;
}

/**
 * Bar with usual periods and the fields of a report's filter, in one line if there is room. On a
 * phone, the periods scroll sideways in one line, and a button shows the fields below.
 */
export function FilterBar({ children, ...shown }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const fieldsId = useId();
  const { periods, range } = shown;
  const isUsual = periods.some(
    ([, { startDate, endDate }]) => startDate === range.startDate && endDate === range.endDate,
  );
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:mb-4">
      <div className="flex min-w-0 items-center gap-2 max-sm:w-full">
        <Button
          size="small"
          className="flex-none sm:hidden"
          aria-expanded={isOpen}
          aria-controls={fieldsId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isUsual ? m.lists_filters() : periodInWords(range, false)}
          <Icon name="chevron-down" size={16} className={cx(isOpen && "rotate-180")} />
        </Button>
        <PeriodButtons {...shown} />
      </div>
      <div id={fieldsId} className={cx("contents", !isOpen && "max-sm:hidden")}>
        {children}
      </div>
    </div>
  );
}
