import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";

/** What shops are sorted under. */
export function categoriesQuery() {
  return queryOptions({
    queryKey: ["categories", "public"],
    queryFn: ({ signal }) => call("get", "/api/v1/Public/Categories", { signal }),
    staleTime: Infinity,
  });
}

/** What kinds of causes there are. */
export function organizationTypesQuery() {
  return queryOptions({
    queryKey: ["organizations", "public"],
    queryFn: ({ signal }) => call("get", "/api/v1/Public/Organizations", { signal }),
    staleTime: Infinity,
  });
}
