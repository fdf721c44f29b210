import type { ReactNode } from "react";
import { PeriodButtons, type NamedPeriod } from "@/areas/portal/kit/PeriodButtons";
import type { DateRange } from "@/lib/dateRange";

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

/** Bar with usual periods and the fields of a report's filter, in one line if there is room. */
export function FilterBar({ children, ...periods }: FilterBarProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <PeriodButtons {...periods} />
      {children}
    </div>
  );
}
