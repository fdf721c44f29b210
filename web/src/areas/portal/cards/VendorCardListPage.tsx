import { useParams } from "react-router";
import { useTenant } from "@/shared/page/useTenant";
import { adminPaths } from "@/adminPaths";
import { m } from "@/i18n";
import { businessToday, formatCalendarDate, thisMonth } from "@/lib/dates";
import { paths } from "@/paths";
import { cardColumns, cardName } from "@/features/counter/card/cardColumns";
import { cardListOptions } from "@/features/counter/card/cardList";
import { useCardSearch } from "@/features/counter/lookup/useCardSearch";
import { daysFilter } from "@/shared/table/filters";
import { ListPage } from "@/shared/table/ListPage";
import { Button } from "@/ui/form/Button";
import { useListState, type List } from "@/shared/table/useListState";
import { cardDaysAsked, vendorCardsQuery } from "./queries";

const options = {
  ...cardListOptions,
  filters: [daysFilter(thisMonth)],
} as const;

/**
 * Cards of a vendor with activity in this month or another date range, for its managers or for
 * administrators.
 */
export function VendorCardListPage() {
  const list = useListState(options);
  const { vid } = useParams();
  const tenantId = useTenant("vid");
  // An administrator who looks at a vendor has no scanner.
  const { take, isCode } = useCardSearch(list, vid === undefined);
  const area = adminPaths.vendorArea(vid);
  return (
    <ListPage
      name="cards"
      title={m.counter_title()}
      add={
        vid === undefined ? { to: paths.scanCode(), label: m.counter_scan(), icon: "scan-line" } : undefined
      }
      list={list}
      searchLabel={m.counter_search()}
      take={take}
      query={(state) => ({
        ...vendorCardsQuery(tenantId, state),
        enabled: !isCode,
      })}
      notice={
        cardDaysAsked(list) === undefined && (
          <p className="mb-3 text-sm text-ink-soft">{m.counter_everywhere()}</p>
        )
      }
      columns={cardColumns.whole}
      idOf={({ id }) => id}
      nameOf={cardName}
      placeOf={({ id }) => area.card(id)}
      none={<NothingInDays list={list} />}
    />
  );
}

/** Before any card was sold. */
const FIRST_DAY = "2000-01-01";

/** Distinguishes a month without activity from a shop without cards. */
function NothingInDays({ list }: { list: List }) {
  const days = cardDaysAsked(list);
  if (!days) return m.counter_none();
  const [start, end] = [days.startDate, days.endDate].map(formatCalendarDate);
  return (
    <>
      <p>{m.counter_none_between({ start: start ?? "", end: end ?? "" })}</p>
      <Button
        className="mt-4"
        onClick={() => list.narrow({ startDate: FIRST_DAY, endDate: businessToday() })}
      >
        {m.counter_all_dates()}
      </Button>
    </>
  );
}
