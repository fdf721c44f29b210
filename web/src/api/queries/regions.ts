import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";

/** The regions a visitor may choose from, by name. */
export function regionsQuery() {
  return queryOptions({
    queryKey: ["regions", "public"],
    queryFn: ({ signal }) => call("get", "/api/v1/Public/Regions", { signal }),
    staleTime: Infinity,
  });
}
