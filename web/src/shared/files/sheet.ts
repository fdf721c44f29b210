// Tables for exported files: named columns, and numbers kept as numbers.
export type SheetValue = string | number | null | undefined;

export interface SheetColumn {
  label: string;
  /**
   * Type of the values: money in dollars, shares in whole percent, dates and times as the API sends
   * them.
   */
  kind: "text" | "number" | "money" | "percent" | "moment" | "day";
}

export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly SheetValue[])[];
  /** Totals row. Left out of CSV files, where a spreadsheet would add it to the other rows. */
  sums?: readonly SheetValue[] | undefined;
}
