import { reading } from "@/api/reading";
import { remembered } from "./publicList";

/** What shops are sorted under. */
export function categoriesQuery() {
  return { ...reading("/api/v1/Public/Categories"), ...remembered };
}

/** What kinds of causes there are. */
export function organizationTypesQuery() {
  return { ...reading("/api/v1/Public/Organizations"), ...remembered };
}
