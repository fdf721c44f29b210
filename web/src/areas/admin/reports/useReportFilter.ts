import { useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { CARD_TYPES } from "@/areas/admin/kit/cardTypes";
import { isSound, type DateRange } from "@/lib/dateRange";
import { businessToday, monthAround } from "@/lib/dates";

export interface ReportFilter {
  range: DateRange;
  cardType: number;
  /** Empty for all. */
  campaignId: string;
  /** 1-based. */
  page: number;
}

/** What a report is of, kept in the address: this month, all brands and all campaigns when nobody chose. */
export function useReportFilter() {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const [thisMonth] = useState(() => monthAround(businessToday()));
  const asked = { startDate: query.get("startDate") ?? "", endDate: query.get("endDate") ?? "" };
  const page = Number(query.get("page"));
  const filter: ReportFilter = {
    range: isSound(asked) ? asked : thisMonth,
    cardType: CARD_TYPES.find((type) => String(type) === query.get("cardType")) ?? 0,
    campaignId: query.get("campaignId") ?? "",
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
  /** Another filter begins with its first page. */
  const show = (change: Partial<ReportFilter>) => {
    const { range, cardType, campaignId, page: next } = { ...filter, page: 1, ...change };
    const given = new URLSearchParams({ ...range });
    if (cardType !== 0) given.set("cardType", String(cardType));
    if (campaignId) given.set("campaignId", campaignId);
    if (next > 1) given.set("page", String(next));
    setQuery(given, { replace: true, preventScrollReset: true, state });
  };
  return { ...filter, show };
}

export type ShownReport = ReturnType<typeof useReportFilter>;

/** Ranges that people ask for again and again. */
export function presetsOf(today: string) {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const before = month === 1 ? `${year - 1}-12-01` : `${year}-${String(month - 1).padStart(2, "0")}-01`;
  return {
    today: { startDate: today, endDate: today },
    thisMonth: monthAround(today),
    lastMonth: monthAround(before),
    thisYear: { startDate: `${year}-01-01`, endDate: `${year}-12-31` },
  };
}
