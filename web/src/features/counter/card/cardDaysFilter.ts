import { thisMonth } from "@/lib/dates";
import { daysFilter } from "@/shared/table/filters";

/** Filter of a list of cards by the days of their last activity. */
export const cardDaysFilter = daysFilter(thisMonth);
