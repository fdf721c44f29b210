import { useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { CARD_TYPES, firstCardType } from "@/areas/portal/kit/cardTypes";
import type { NamedPeriod } from "@/areas/portal/kit/PeriodButtons";
import { m } from "@/i18n";
import { isSound, type DateRange } from "@/lib/dateRange";
import { businessToday, monthAround } from "@/lib/dates";

export interface ReportFilter {
  range: DateRange;
  cardType: number;
  /** Campaign; empty for all. */
  campaignId: string;
  /** Transfer kind in the journal; empty for all. */
  kind: string;
  /** Whether the previous period is shown for comparison. */
  isCompared: boolean;
  /** Page number, starting at 1. */
  page: number;
}

/** Period of a report without one in the address. */
type FirstPeriod = "thisMonth" | "today";

/** Reads the filter of a report from the address. */
export function readFilter(
  query: URLSearchParams,
  range: DateRange = presetsOf(businessToday()).thisMonth,
  firstType = 0,
): ReportFilter {
  const asked = { startDate: query.get("startDate") ?? "", endDate: query.get("endDate") ?? "" };
  const page = Number(query.get("page"));
  return {
    range: isSound(asked) ? asked : range,
    cardType: CARD_TYPES.find((type) => String(type) === query.get("cardType")) ?? firstType,
    campaignId: query.get("campaignId") ?? "",
    kind: query.get("kind") ?? "",
    isCompared: query.get("compare") === "1",
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** Like `readFilter`, for reports with a filter by brand. */
export function readBrandedFilter(query: URLSearchParams, range?: DateRange): ReportFilter {
  return readFilter(query, range, firstCardType());
}

/**
 * Filter of a report, stored in the address. Defaults: this month or today, all brands, all
 * campaigns.
 */
export function useReportFilter(first: FirstPeriod = "thisMonth", firstType = 0) {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const [range] = useState(() => presetsOf(businessToday())[first]);
  const filter = readFilter(query, range, firstType);
  /** Every other filter change returns to page 1. */
  const show = (change: Partial<ReportFilter>) => {
    setQuery(questionOf({ ...filter, page: 1, ...change }), {
      replace: true,
      preventScrollReset: true,
      state,
    });
  };
  return { ...filter, show };
}

/** Like `useReportFilter`, for reports with a filter by brand. */
export function useBrandedFilter(first: FirstPeriod = "thisMonth") {
  return useReportFilter(first, firstCardType());
}

/** Returns the filter as address parameters. */
export function questionOf({
  range,
  cardType,
  campaignId,
  kind,
  isCompared,
  page,
}: ReportFilter): URLSearchParams {
  const given = new URLSearchParams({ ...range });
  if (cardType !== 0 || firstCardType() !== 0) given.set("cardType", String(cardType));
  if (campaignId) given.set("campaignId", campaignId);
  if (kind) given.set("kind", kind);
  if (isCompared) given.set("compare", "1");
  if (page > 1) given.set("page", String(page));
  return given;
}

/** Address parameters that a saved view stores; the page isn't one of them. */
const VIEWED = ["startDate", "endDate", "cardType", "campaignId", "kind", "compare"];

/** Connects a report with its saved views; it always shows all columns. */
export function useViewedReport() {
  const [, setQuery] = useSearchParams();
  const narrow = (given: Record<string, string | undefined>) => {
    const wanted = VIEWED.flatMap((name) => (given[name] ? [[name, given[name]]] : []));
    setQuery(new URLSearchParams(wanted), { replace: true, preventScrollReset: true });
  };
  return {
    list: { filters: [{ names: VIEWED }], narrow },
    view: { hidden: [], isDense: false, change: () => undefined },
  };
}

export type ShownReport = ReturnType<typeof useReportFilter>;

const oneDay = (day: string): DateRange => ({ startDate: day, endDate: day });

/** Returns the usual date ranges. */
export function presetsOf(today: string) {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const before = month === 1 ? `${year - 1}-12-01` : `${year}-${String(month - 1).padStart(2, "0")}-01`;
  const lastMonth = monthAround(before);
  return {
    today: oneDay(today),
    thisMonth: monthAround(today),
    lastMonth,
    thisYear: { startDate: `${year}-01-01`, endDate: `${year}-12-31` },
    endOfLastMonth: oneDay(lastMonth.endDate),
    endOfLastYear: oneDay(`${year - 1}-12-31`),
  };
}

/** Returns the periods offered for reports on a date range. */
export function periodsOf(today: string): readonly NamedPeriod[] {
  const presets = presetsOf(today);
  return [
    [m.reports_today(), presets.today],
    [m.reports_this_month(), presets.thisMonth],
    [m.reports_last_month(), presets.lastMonth],
    [m.reports_this_year(), presets.thisYear],
  ];
}

/** Returns the periods offered for reports on the state at the end of a day. */
export function closingDaysOf(today: string): readonly NamedPeriod[] {
  const presets = presetsOf(today);
  return [
    [m.reports_today(), presets.today],
    [m.reports_end_of_last_month(), presets.endOfLastMonth],
    [m.reports_end_of_last_year(), presets.endOfLastYear],
  ];
}

/** Returns the same day `months` earlier, or the last day of a shorter month. */
function sameDayBefore(today: string, months: number): string {
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 - months, Math.min(day, last)));
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, "2025-03-01".length);

/** Whether the range consists of whole months that have begun but not ended. */
export function isUnderWay({ startDate, endDate }: DateRange, today = businessToday()): boolean {
  return isWholeMonths({ startDate, endDate }) && startDate <= today && today < endDate;
}

function isWholeMonths({ startDate, endDate }: DateRange): boolean {
  return startDate.endsWith("-01") && monthAround(endDate).endDate === endDate;
}

/**
 * Returns the period to compare with: as many whole months before, or else as many days. For months
 * in progress it is equally short, because comparing half a month with a whole one would look like
 * a loss.
 */
export function periodBefore({ startDate, endDate }: DateRange, today = businessToday()): DateRange {
  const [year = 0, month = 1, first = 1] = startDate.split("-").map(Number);
  const [lastYear = 0, lastMonth = 1, last = 1] = endDate.split("-").map(Number);
  const start = Date.UTC(year, month - 1, first);
  const months = (lastYear - year) * 12 + lastMonth - month + 1;
  const length = Date.UTC(lastYear, lastMonth - 1, last + 1) - start;
  const before = dayOf(Date.UTC(year, month - 1, first - 1));
  if (!isWholeMonths({ startDate, endDate })) return { startDate: dayOf(start - length), endDate: before };
  return {
    startDate: dayOf(Date.UTC(year, month - 1 - months, 1)),
    endDate: isUnderWay({ startDate, endDate }, today) ? sameDayBefore(today, months) : before,
  };
}
