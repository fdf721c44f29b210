import { reading } from "@/api/reading";
import { remembered } from "./publicList";

/** Query for the regions that a visitor can choose from, by name. */
export function regionsQuery() {
  return { ...reading("/api/v1/Public/Regions"), ...remembered };
}
