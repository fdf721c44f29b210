import { reading } from "@/api/reading";
import type { components } from "@/api/schema";

/** Limits that leave room above the busiest hour of a shop. */
export function proposedPaceQuery(id: string) {
  return reading("/api/v1/Vendors/{id}/counter-settings/proposed", { path: { id } });
}

export type CounterSettings = components["schemas"]["VersionedCounterSettings"];

/** What clerks of a shop may do before a manager looks. */
export function counterSettingsQuery(vendorId: string) {
  return reading("/api/v1/Vendors/{id}/counter-settings", { path: { id: vendorId } });
}

export type ProposedPace = components["schemas"]["ProposedPace"];
