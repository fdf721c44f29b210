// What the pages of one's own account ask the server.
import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import type { components } from "@/api/schema";

export type Me = components["schemas"]["Me"];
export type Session = components["schemas"]["Session"];

export function meQuery() {
  return queryOptions({
    queryKey: ["me"],
    queryFn: ({ signal }) => call("get", "/api/v1/Accounts/me", { signal }),
  });
}

/** What somebody has who thinks of closing their account. */
export function closingQuery() {
  return queryOptions({
    queryKey: ["me", "closing"],
    queryFn: ({ signal }) => call("get", "/api/v1/Accounts/me/closing", { signal }),
    gcTime: 0,
  });
}

export function sessionsQuery() {
  return queryOptions({
    queryKey: ["me", "sessions"],
    queryFn: ({ signal }) => call("get", "/api/v1/Accounts/me/sessions", { signal }),
  });
}
