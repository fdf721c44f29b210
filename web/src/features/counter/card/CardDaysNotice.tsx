import { m } from "@/i18n";
import { businessToday, formatCalendarDate } from "@/lib/dates";
import type { List } from "@/shared/table/useListState";
import { Button } from "@/ui/form/Button";
import { cardDaysOf } from "./cardList";

/** Before any card was sold. */
const FIRST_DAY = "2000-01-01";

/** Says which days a list of cards covers as long as none are chosen, and offers all of them. */
export function CardDaysNotice({ list }: { list: List }) {
  const { range, isDefault } = cardDaysOf(list);
  if (!isDefault) return null;
  if (!range) return <p className="mb-3 text-sm text-ink-soft">{m.counter_everywhere()}</p>;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      {m.counter_this_month()}
      <Button
        size="small"
        variant="quiet"
        onClick={() => list.narrow({ startDate: FIRST_DAY, endDate: businessToday() })}
      >
        {m.counter_all_dates()}
      </Button>
    </p>
  );
}

/** Text of an empty list of cards. */
export function NoCardsInDays({ list }: { list: List }) {
  const { range } = cardDaysOf(list);
  if (!range) return null;
  const [start = "", end = ""] = [range.startDate, range.endDate].map(formatCalendarDate);
  return m.counter_none_between({ start, end });
}
