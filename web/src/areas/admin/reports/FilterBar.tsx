import type { ReactNode } from "react";
import { PeriodButtons, type NamedPeriod } from "@/areas/admin/kit/PeriodButtons";
import type { DateRange } from "@/lib/dateRange";

/** Look of a field in the bar: its label is read out only, because its value says what it is about. */
export const barField = "min-w-0 [&_.control]:min-h-11 [&_.control]:py-1.5 [&_label]:sr-only";

interface FilterBarProps {
  periods: readonly NamedPeriod[];
  range: DateRange;
  onRange: (range: DateRange) => void;
  children: ReactNode;
}

/** Usual periods and the fields of a report's filter, in one line where they have room. */
export function FilterBar({ children, ...periods }: FilterBarProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <PeriodButtons {...periods} />
      {children}
    </div>
  );
}
