import { CARD_TYPES, cardTypeNames } from "@/areas/portal/kit/cardTypes";
import { m } from "@/i18n";
import { businessToday } from "@/lib/dates";
import { DateRangeFields } from "@/ui/rich/DateRangeFields";
import { Select } from "@/ui/form/Select";
import { periodInWords } from "./comparison";
import { barField, FilterBar } from "./FilterBar";
import { isUnderWay, periodBefore, periodsOf, type ShownReport } from "./useReportFilter";

/** Filter of a home's figures: period, brand, and the period to compare with. */
export function HomeFilter({ filter, hasBrands = false }: { filter: ShownReport; hasBrands?: boolean }) {
  const { range, cardType } = filter;
  const compared = isUnderWay(range) ? m.dashboard_compared_so_far : m.dashboard_compared;
  return (
    <>
      <FilterBar
        periods={periodsOf(businessToday())}
        range={range}
        onRange={(days) => filter.show({ range: days })}
      >
        <DateRangeFields
          range={range}
          onRange={(days) => filter.show({ range: days })}
          className={`gap-x-2 gap-y-1 max-sm:w-full ${barField}`}
        />
        {hasBrands && (
          <Select
            label={m.summary_card_brand()}
            value={cardType}
            choices={CARD_TYPES.map((type) => ({ value: String(type), text: cardTypeNames[type]?.() ?? "" }))}
            onChange={(event) => filter.show({ cardType: Number(event.target.value) })}
            className={`max-sm:w-full ${barField}`}
          />
        )}
      </FilterBar>
      <p className="mt-1 mb-5 text-sm text-ink-soft">
        {compared({ period: periodInWords(periodBefore(range), false) })}
      </p>
    </>
  );
}
