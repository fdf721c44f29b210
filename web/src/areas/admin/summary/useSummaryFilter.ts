import { useState } from "react";
import { useSearchParams } from "react-router";
import { CARD_TYPES } from "@/areas/admin/kit/cardTypes";
import { isSound, type DateRange } from "@/lib/dateRange";
import { businessDateOf, monthAround } from "@/lib/dates";

export interface SummaryFilter {
  cardType: number;
  range: DateRange;
}

/** Which figures are on the screen, kept in the address: this month's of all cards when nobody chose. */
export function useSummaryFilter() {
  const [query, setQuery] = useSearchParams();
  const [thisMonth] = useState(() => monthAround(businessDateOf(new Date())));

  const asked = { startDate: query.get("startDate") ?? "", endDate: query.get("endDate") ?? "" };
  const range = isSound(asked) ? asked : thisMonth;
  const cardType = CARD_TYPES.find((type) => String(type) === query.get("cardType")) ?? 0;

  const show = (change: Partial<SummaryFilter>) => {
    const next = { cardType, range, ...change };
    const given = { ...next.range, cardType: String(next.cardType) };
    setQuery(new URLSearchParams(given), { replace: true, preventScrollReset: true });
  };
  return { cardType, range, show };
}
