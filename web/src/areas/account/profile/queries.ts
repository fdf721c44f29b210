// Queries of the account pages.
import { queryOptions } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema";

export type Me = components["schemas"]["Me"];
export type Session = components["schemas"]["Session"];

export function meQuery() {
  return reading("/api/v1/Accounts/me");
}

/** Reads what the user owns before they close their account. */
export function closingQuery() {
  return queryOptions({ ...reading("/api/v1/Accounts/me/closing"), gcTime: 0 });
}

export function sessionsQuery() {
  return reading("/api/v1/Accounts/me/sessions");
}
