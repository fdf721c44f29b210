import { CARD_TYPES, cardTypeNames } from "@/areas/admin/kit/cardTypes";
import { PeriodButtons } from "@/areas/admin/kit/PeriodButtons";
import { m } from "@/i18n";
import { businessToday } from "@/lib/dates";
import { DateRangeFields } from "@/ui/rich/DateRangeFields";
import { Select } from "@/ui/Select";
import { periodInWords } from "./comparison";
import { isUnderWay, periodBefore, periodsOf, type ShownReport } from "./useReportFilter";

/** Of which days, and of which brand's cards, a home shows its figures, and what they are compared with. */
export function HomeFilter({ filter, hasBrands = false }: { filter: ShownReport; hasBrands?: boolean }) {
  const { range, cardType } = filter;
  const compared = isUnderWay(range) ? m.dashboard_compared_so_far : m.dashboard_compared;
  return (
    <>
      <PeriodButtons
        periods={periodsOf(businessToday())}
        range={range}
        onRange={(days) => filter.show({ range: days })}
      />
      <div className="mt-4 flex max-w-[960px] flex-wrap gap-4">
        <DateRangeFields
          range={range}
          onRange={(days) => filter.show({ range: days })}
          className="grow-2 basis-84"
        />
        {hasBrands && (
          <Select
            label={m.summary_card_brand()}
            value={cardType}
            choices={CARD_TYPES.map((type) => ({ value: String(type), text: cardTypeNames[type]?.() ?? "" }))}
            onChange={(event) => filter.show({ cardType: Number(event.target.value) })}
            className="grow basis-48"
          />
        )}
      </div>
      <p className="mt-3 mb-6 text-sm text-ink-soft">
        {compared({ period: periodInWords(periodBefore(range), false) })}
      </p>
    </>
  );
}
