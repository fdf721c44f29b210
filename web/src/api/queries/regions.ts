import { reading } from "@/api/reading";
import { remembered } from "./publicList";

/** The regions a visitor may choose from, by name. */
export function regionsQuery() {
  return { ...reading("/api/v1/Public/Regions"), ...remembered };
}
