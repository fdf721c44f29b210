// How long ago cards were sold on which something is left: the same columns wherever that is told.
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
  /** What all rows together are. */
  total?: Ages | undefined;
  /** The tiles show these sums already. */
  isInTiles?: boolean;
}

/** A column for each age. */
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
