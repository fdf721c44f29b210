// Tables as files have them: with names for the columns, and figures that stay figures.
export type SheetValue = string | number | null | undefined;

export interface SheetColumn {
  label: string;
  /** Money is in dollars, a share in whole percent. */
  kind: "text" | "number" | "money" | "percent";
}

export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly SheetValue[])[];
  /** What stands below all rows. */
  sums?: readonly SheetValue[] | undefined;
}
