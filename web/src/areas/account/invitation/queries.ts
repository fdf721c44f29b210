// Queries for an offered role.
import { queryOptions } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema";

export type Offer = components["schemas"]["OfferReply"];

export function offerQuery(code: string) {
  return queryOptions({
    ...reading("/api/v1/Accounts/offers/{token}", { path: { token: code } }),
    retry: false,
  });
}
