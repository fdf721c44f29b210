// Columns of outstanding balances by age of the card, the same in all reports.
import { m } from "@/i18n";
import type { Ages } from "./queries";
import type { ReportColumn } from "./ReportTable";

const ages = [
  ["upTo90Days", m.reports_age_90],
  ["upTo365Days", m.reports_age_365],
  ["upTo730Days", m.reports_age_730],
  ["older", m.reports_age_older],
] as const satisfies readonly (readonly [keyof Ages, () => string])[];

interface AgeColumnOptions {
  /** Totals of all rows. */
  total?: Ages | undefined;
  /** Whether the equations already show these totals. */
  isInTiles?: boolean;
}

/** Returns a column for each age. */
export function ageColumns<Row extends { ages: Ages }>({
  total,
  isInTiles = false,
}: AgeColumnOptions): readonly ReportColumn<Row>[] {
  return ages.map(([age, label]) => ({
    label,
    value: (row) => row.ages[age],
    isMoney: true,
    isInTiles,
    sum: total?.[age],
  }));
}
