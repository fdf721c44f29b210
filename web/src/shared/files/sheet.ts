// Tables as files have them: with names for the columns, and figures that stay figures.
export type SheetValue = string | number | null | undefined;

export interface SheetColumn {
  label: string;
  /** Money is in dollars, a share in whole percent; a moment and a day are written as on the wire. */
  kind: "text" | "number" | "money" | "percent" | "moment" | "day";
}

export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly SheetValue[])[];
  /** The row below all others. A file without looks leaves it out, because it would be added up with the rows. */
  sums?: readonly SheetValue[] | undefined;
}
