import { reading } from "@/api/reading";

/** What shops are sorted under. */
export function categoriesQuery() {
  return { ...reading("/api/v1/Public/Categories"), staleTime: Infinity };
}

/** What kinds of causes there are. */
export function organizationTypesQuery() {
  return { ...reading("/api/v1/Public/Organizations"), staleTime: Infinity };
}
