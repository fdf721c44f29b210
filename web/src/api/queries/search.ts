// What one search finds in the whole catalogue: the best of each list.
import { keepPreviousData } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import { given, remembered } from "./publicList";

/** Two rows of cards on a wide screen. */
export const BEST = 8;
const BEST_CAUSES = 3;

const found = { ...remembered, placeholderData: keepPreviousData };

/** `near` is the postal code from which somebody looks: the nearest come first. */
export function shopsFound(searchText: string, regionId: string, near = "") {
  const query = { ...given({ searchText, regionId, near }), pageSize: BEST };
  return { ...reading("/api/v1/Public/Vendors", { query }), ...found };
}

export function causesFound(searchText: string, regionId: string) {
  const query = { ...given({ searchText, regionId }), pageSize: BEST_CAUSES };
  return { ...reading("/api/v1/Public/Charities", { query }), ...found };
}

export function campaignsFound(searchText: string) {
  const query = { ...given({ searchText }), pageSize: BEST_CAUSES };
  return { ...reading("/api/v1/Public/charities/campaigns", { query }), ...found };
}
