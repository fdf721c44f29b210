import { reading } from "@/api/reading";
import type { components } from "@/api/schema";

/** Query for limits with some room above the shop's busiest hour. */
export function proposedPaceQuery(id: string) {
  return reading("/api/v1/Vendors/{id}/counter-settings/proposed", { path: { id } });
}

export type CounterSettings = components["schemas"]["VersionedCounterSettings"];

/** Query for the limits above which a shop's clerks need a manager's approval. */
export function counterSettingsQuery(vendorId: string) {
  return reading("/api/v1/Vendors/{id}/counter-settings", { path: { id: vendorId } });
}

export type ProposedPace = components["schemas"]["ProposedPace"];
