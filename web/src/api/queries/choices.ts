import { reading } from "@/api/reading";
import { remembered } from "./publicList";

/** Query for the categories of shops. */
export function categoriesQuery() {
  return { ...reading("/api/v1/Public/Categories"), ...remembered };
}

/** Query for the kinds of charities. */
export function organizationTypesQuery() {
  return { ...reading("/api/v1/Public/Organizations"), ...remembered };
}
