import { reading } from "@/api/reading";
import type { components } from "@/api/schema";

export type CounterSettings = components["schemas"]["VersionedCounterSettings"];

/** What clerks of a shop may do before a manager looks. */
export function counterSettingsQuery(vendorId: string) {
  return reading("/api/v1/Vendors/{id}/counter-settings", { path: { id: vendorId } });
}
