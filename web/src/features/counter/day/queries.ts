// Queries of the daily closing.
import { counterDayQuery, counterMovementsQuery } from "@/features/counter/card/cards";
import { isCalendarDate } from "@/lib/dateRange";

export const MOVEMENTS_PAGE_SIZE = 25;

/** Query for the first page of a day's movements; without a day, today in the shop's time zone. */
function firstMovementsQuery(vendorId: string, day?: string) {
  return counterMovementsQuery(vendorId, {
    ...(day && { day }),
    pageIndex: 1,
    pageSize: MOVEMENTS_PAGE_SIZE,
  });
}

/** Returns the day in the address, if it has one. Only the server knows the date at the shop. */
export function chosenDay(search: URLSearchParams): string | undefined {
  const day = search.get("day") ?? "";
  return isCalendarDate(day) ? day : undefined;
}

/** Returns the queries of the page: totals and movements. */
export function dayQueries(vendorId: string, search: URLSearchParams) {
  const day = chosenDay(search);
  return [counterDayQuery(vendorId, day === undefined ? {} : { day }), firstMovementsQuery(vendorId, day)];
}
