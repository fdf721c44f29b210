// Labels of the kinds of events on a shop's cards.
import type { components } from "@/api/schema.d";
import { m } from "@/i18n";

type EventKind = components["schemas"]["ShopEvent"]["kind"];

const names: Record<EventKind, () => string> = {
  SOLD: m.reports_kind_sold,
  TAKEN_OVER: m.reports_kind_taken_over,
  HANDED_OVER: m.reports_kind_handed_over,
  REDEEMED: m.reports_kind_redeemed,
  CASHED_OUT: m.reports_kind_cashed_out,
  UNDONE: m.reports_kind_undone,
  CANCELLED: m.reports_kind_cancelled,
  FROZEN: m.reports_kind_frozen,
  UNFROZEN: m.reports_kind_unfrozen,
};

/** Movement kinds that a report can be filtered by. */
export const MOVEMENT_KINDS = [
  "SOLD",
  "REDEEMED",
  "CASHED_OUT",
  "UNDONE",
  "CANCELLED",
  "TAKEN_OVER",
  "HANDED_OVER",
] as const;

/** Returns the kind named in the address, if it exists. */
export function readMovementKind(name: string): (typeof MOVEMENT_KINDS)[number] | undefined {
  return MOVEMENT_KINDS.find((kind) => kind === name);
}

export function eventKindName(kind: EventKind): string {
  // A server of the previous release sends no kinds.
  const name: (() => string) | undefined = names[kind];
  return name?.() ?? "";
}
