import { useState } from "react";
import { isSound, type DateRange } from "@/lib/dateRange";
import { businessToday, monthAround } from "@/lib/dates";
import type { useListState } from "@/shared/table/useListState";

/** The days that a list of cards is about: this month's when nobody chose. A search looks everywhere, unless somebody did. */
export function useCardDays(list: ReturnType<typeof useListState>) {
  const [thisMonth] = useState(() => monthAround(businessToday()));
  const asked = { startDate: list.filter("startDate") ?? "", endDate: list.filter("endDate") ?? "" };
  const isChosen = isSound(asked);
  const range: DateRange = isChosen ? asked : thisMonth;
  const isEverywhere = !isChosen && list.searchText !== "";
  return {
    range,
    isEverywhere,
    /** As the call takes it. */
    query: isEverywhere ? {} : range,
    show: (chosen: DateRange) => list.narrow({ ...chosen }),
  };
}
