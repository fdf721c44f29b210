// The table of a gift list: bytes for the server, and rows that the buyer edits.
import type { components } from "@/api/schema";

export type GiftListRow = components["schemas"]["GiftListRow"];

/** Cells of a row, in the order of the table. */
export const CELLS = ["to", "email", "amount", "message", "day"] as const;
export type GiftCell = (typeof CELLS)[number];

/** Headings that the server knows for these cells. */
const HEADINGS = ["name", "email", "amount", "message", "day"];

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Writes rows as a CSV table. */
export function tableOf(rows: readonly GiftListRow[]): string {
  const lines = rows.map((row) => CELLS.map((cell) => quoted(row[cell])));
  return [HEADINGS, ...lines].map((cells) => cells.join(",")).join("\n");
}

/** Returns the problems that the server names in its refusal, by the index of the row. */
export function rowProblemsOf(fields: Record<string, string>): Map<number, Record<string, string>> {
  const found = new Map<number, Record<string, string>>();
  for (const [path, message] of Object.entries(fields)) {
    const [, index, cell] = /^rows\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
    if (index === undefined || cell === undefined) continue;
    found.set(Number(index), { ...found.get(Number(index)), [cell]: message });
  }
  return found;
}
