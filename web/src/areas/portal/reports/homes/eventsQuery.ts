// Query of the list of the events behind a shop's figures.
import { keepPreviousData } from "@tanstack/react-query";
import type { QueryOf } from "@/api/client";
import { reading } from "@/api/reading";
import { CARD_TYPES, firstCardType } from "@/areas/portal/kit/cardTypes";
import { isSound } from "@/lib/dateRange";
import { thisMonth } from "@/lib/dates";
import { daysOf, type ListState } from "@/shared/table/listState";
import { figureOf } from "./figureOf";

type Read = ListState["filter"];

/** Returns the date range of the list: this month by default. */
export function readEventDays(read: Read) {
  const asked = daysOf(read);
  return isSound(asked) ? asked : thisMonth();
}

export const readCardType = (read: Read) =>
  CARD_TYPES.find((type) => String(type) === read("cardType")) ?? firstCardType();

/** Returns the query parameters for a figure's name; all events for an unknown name. */
function askedBy(figure: string): QueryOf<"/api/v1/Vendors/events"> {
  if (figure === figureOf.sales()) return { of: "SALES" };
  if (figure === figureOf.redemptions()) return { of: "REDEMPTIONS" };
  const [kind, value = ""] = figure.split(".", 2);
  if (kind === "cause" && value) return { charityId: value };
  if (kind === "employee" && value) return { employeeId: value };
  return /^amount\.\d/.test(figure) ? { amount: figure.slice("amount.".length) } : {};
}

export function eventsQuery(tenantId: string, { page, pageSize, filter }: ListState) {
  const query = {
    tenantId,
    cardType: readCardType(filter),
    ...readEventDays(filter),
    ...askedBy(filter("figure") ?? ""),
    pageIndex: page,
    pageSize,
  };
  return { ...reading("/api/v1/Vendors/events", { query }), placeholderData: keepPreviousData };
}
