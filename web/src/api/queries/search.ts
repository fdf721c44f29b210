// Queries of the catalogue search: the best results of each list.
import { keepPreviousData } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import { given, remembered } from "./publicList";

/** Two rows of cards on a wide screen. */
const BEST = 8;
const BEST_CAUSES = 3;

const found = { ...remembered, placeholderData: keepPreviousData };

/** Query for the best shops. `near` is the shopper's postal code: the nearest come first. */
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
