// Sorting and filters of the list of vendors or charities, as query parameters.
import type { components } from "@/api/schema";
import { daysOf, type ListState } from "@/shared/table/listState";

type TenantState = components["schemas"]["TenantDetail"]["state"];

export const TENANT_STATES = ["PENDING", "ACTIVE", "INACTIVE", "REJECTED"] as const satisfies TenantState[];

export const tenantOrder = {
  columns: ["displayName", "businessNumber", "createdAt"],
  sorting: { orderBy: "createdAt", direction: "Desc" },
} as const;

/** Returns a whole number within these bounds as typed, else `undefined`. */
function numberIn(text: string | undefined, from: number, to: number): string | undefined {
  const isWhole = text !== undefined && /^\d{1,2}$/.test(text);
  return isWhole && Number(text) >= from && Number(text) <= to ? text : undefined;
}

/** Returns the filters as query parameters; an unknown state filters nothing. */
export function narrowingOf({ filter }: Pick<ListState, "filter">): object {
  const asked = {
    state: TENANT_STATES.find((each) => each === filter("state")),
    categoryId: filter("categoryId"),
    organizationId: filter("organizationId"),
    regionId: filter("regionId"),
    sharePercentage: numberIn(filter("sharePercentage"), 0, 30),
    charityRate: numberIn(filter("charityRate"), 5, 10),
    hasBalance: ["true", "false"].find((each) => each === filter("hasBalance")),
    ...daysOf(filter),
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
}
