// What the landing page and the door to the shops show of the catalogue.
import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import { given, remembered } from "./publicList";

/** Ten carousel pages of nine. */
const CAROUSEL_SIZE = 90;

const byLegalName = { pageSize: CAROUSEL_SIZE, orderBy: "legalName", direction: "Asc" } as const;

export function charitiesOnShow(regionId: string) {
  return queryOptions({
    queryKey: ["shop-window", "charities on show", regionId],
    queryFn: ({ signal }) =>
      call("get", "/api/v1/Public/Charities", { query: { ...given({ regionId }), ...byLegalName }, signal }),
    ...remembered,
  });
}

export function vendorsOnShow(regionId: string) {
  return queryOptions({
    queryKey: ["shop-window", "vendors on show", regionId],
    queryFn: ({ signal }) =>
      call("get", "/api/v1/Public/Vendors", { query: { ...given({ regionId }), ...byLegalName }, signal }),
    ...remembered,
  });
}

export function popularCategoriesQuery() {
  return queryOptions({
    queryKey: ["shop-window", "popular categories"],
    queryFn: ({ signal }) => call("get", "/api/v1/Public/Categories/popular", { signal }),
    ...remembered,
  });
}
