import { reading } from "@/api/reading";
import type { components } from "@/api/schema";

export type Till = components["schemas"]["Till"];
export type ClerkPin = components["schemas"]["ClerkPin"];

export function tillsQuery(tenantId: string) {
  return reading("/api/v1/Tills", { query: { tenantId } });
}

export function tenantPinsQuery(tenantId: string) {
  return reading("/api/v1/Tills/pins", { query: { tenantId } });
}
