import { reading } from "@/api/reading";
import type { components } from "@/api/schema";
import { provinceName } from "@/lib/provinces";
import { remembered } from "./publicList";

type Region = components["schemas"]["Region"];

/** Names regions in the page's language. A region can be a whole province. */
function named(regions: Region[]): Region[] {
  return regions.map((region) => ({ ...region, text: provinceName(region.text) }));
}

/** Query for the regions that a visitor can choose from, by name. */
export function regionsQuery() {
  return { ...reading("/api/v1/Public/Regions"), ...remembered, select: named };
}
