// What the page of an offered role asks the server.
import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import type { components } from "@/api/schema";

export type Offer = components["schemas"]["OfferReply"];

export function offerQuery(code: string) {
  return queryOptions({
    queryKey: ["offer", code],
    queryFn: ({ signal }) => call("get", "/api/v1/Accounts/offers/{code}", { path: { code }, signal }),
    retry: false,
  });
}
