import { useState } from "react";
import { m } from "@/i18n";
import { faultsOf, isSound, type DateRange, type DateRangeEnds } from "@/lib/dateRange";
import { cx } from "@/ui/cx";
import { TextField } from "@/ui/form/TextField";

interface DateRangeFieldsProps {
  range: DateRange;
  /** Called with valid ranges only; invalid ones stay in the field with their error. */
  onRange: (range: DateRange) => void;
  /** Whether both days are required; an open range needs neither. */
  ends?: DateRangeEnds | undefined;
  className?: string | undefined;
}

/** Two date fields of the platform. */
export function DateRangeFields({ range, onRange, ends, className }: DateRangeFieldsProps) {
  const [draft, setDraft] = useState(range);
  const [known, setKnown] = useState(range);
  // Reset the draft when navigation changes the range.
  if (range.startDate !== known.startDate || range.endDate !== known.endDate) {
    setKnown(range);
    setDraft(range);
  }

  const change = (part: Partial<DateRange>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    if (isSound(next, ends)) onRange(next);
  };
  const faults = faultsOf(draft, ends);
  return (
    <div
      className={cx("flex flex-wrap gap-4", className)}
      data-refused-days={isSound(draft, ends) ? undefined : ""}
    >
      <TextField
        type="date"
        label={m.field_start_date()}
        value={draft.startDate}
        error={faults.startDate}
        onChange={(event) => change({ startDate: event.target.value })}
        className="min-w-0 grow basis-36"
      />
      <TextField
        type="date"
        label={m.field_end_date()}
        value={draft.endDate}
        error={faults.endDate}
        onChange={(event) => change({ endDate: event.target.value })}
        className="min-w-0 grow basis-36"
      />
    </div>
  );
}
