// What the pages of one's own account ask the server.
import { queryOptions } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema";

export type Me = components["schemas"]["Me"];
export type Session = components["schemas"]["Session"];

export function meQuery() {
  return reading("/api/v1/Accounts/me");
}

/** What somebody has who thinks of closing their account. */
export function closingQuery() {
  return queryOptions({ ...reading("/api/v1/Accounts/me/closing"), gcTime: 0 });
}

export function sessionsQuery() {
  return reading("/api/v1/Accounts/me/sessions");
}
