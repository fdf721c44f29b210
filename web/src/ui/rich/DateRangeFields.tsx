import { useState } from "react";
import { m } from "@/i18n";
import { faultsOf, isSound, type DateRange, type DateRangeEnds } from "@/lib/dateRange";
import { cx } from "@/ui/cx";
import { TextField } from "@/ui/TextField";

interface DateRangeFieldsProps {
  range: DateRange;
  /** Told only of ranges that make sense; the others stay here, with what is wrong with them. */
  onRange: (range: DateRange) => void;
  /** An open range needs neither day. */
  ends?: DateRangeEnds | undefined;
  className?: string | undefined;
}

/** Two days, chosen in the platform's own calendar. */
export function DateRangeFields({ range, onRange, ends, className }: DateRangeFieldsProps) {
  const [draft, setDraft] = useState(range);
  const [known, setKnown] = useState(range);
  // Going back, or a link, brings another one.
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
