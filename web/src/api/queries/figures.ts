import { reading } from "@/api/reading";
import { remembered } from "./publicList";

/** How many shops and causes take part, and what was raised so far. */
export function figuresQuery() {
  return { ...reading("/api/v1/Public/figures"), ...remembered };
}
