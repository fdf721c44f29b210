import { reading } from "@/api/reading";

/** The regions a visitor may choose from, by name. */
export function regionsQuery() {
  return { ...reading("/api/v1/Public/Regions"), staleTime: Infinity };
}
