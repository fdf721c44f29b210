import { useState } from "react";
import { m } from "@/i18n";
import { isCalendarDate } from "@/lib/dateRange";
import { TextField } from "@/ui/form/TextField";

/** Date field of the platform. Invalid dates stay in the field with their error. */
export function AsOfField({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  const [draft, setDraft] = useState(day);
  const [known, setKnown] = useState(day);
  // Reset the draft when navigation changes the day.
  if (day !== known) {
    setKnown(day);
    setDraft(day);
  }
  return (
    <TextField
      type="date"
      label={m.reports_as_of_day()}
      value={draft}
      error={isCalendarDate(draft) ? undefined : m.kit_date_wrong()}
      onChange={(event) => {
        setDraft(event.target.value);
        if (isCalendarDate(event.target.value)) onDay(event.target.value);
      }}
      className="flex min-w-0 flex-wrap items-center gap-x-2 [&>label]:mb-0 [&_.control]:min-h-11 [&_.control]:py-1.5"
    />
  );
}
