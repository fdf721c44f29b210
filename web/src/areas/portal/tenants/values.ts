import type { components } from "@/api/schema";
import { amountsOf, customRangeOf } from "@/lib/cardAmounts";
import { formatPrice } from "@/lib/money";
import { provinceName } from "@/lib/provinces";

export type Tenant = components["schemas"]["TenantDetail"] & { version: string };
export type TenantState = Tenant["state"];

/** Formats of card amounts in the notice about conflicting changes. */
export const CONFLICT_TEXTS = {
  cardAmount: (labels: string) => amountsOf(labels).map(formatPrice).join(", ") || "–",
  customAmount: (limits: string) => customRangeOf(limits) || "–",
  "address.province": provinceName,
};
