// Queries of the landing page and the shop overview.
import { reading } from "@/api/reading";
import { given, remembered } from "./publicList";

/** Ten carousel pages of nine. */
const CAROUSEL_SIZE = 90;

const byLegalName = { pageSize: CAROUSEL_SIZE, orderBy: "legalName", direction: "Asc" } as const;

export function charitiesOnShow(regionId: string) {
  const query = { ...given({ regionId }), ...byLegalName };
  return { ...reading("/api/v1/Public/Charities", { query }), ...remembered };
}

export function vendorsOnShow(regionId: string) {
  const query = { ...given({ regionId }), ...byLegalName };
  return { ...reading("/api/v1/Public/Vendors", { query }), ...remembered };
}

export function popularCategoriesQuery() {
  return { ...reading("/api/v1/Public/Categories/popular"), ...remembered };
}

/** Query for the number of shops and charities and the total donated. */
export function figuresQuery() {
  return { ...reading("/api/v1/Public/figures"), ...remembered };
}
