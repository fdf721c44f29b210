import { queryOptions } from "@tanstack/react-query";
import { callAsNobody } from "@/api/client";
import { ApiError } from "@/api/error";
import { keyOf } from "@/api/reading";
import type { components } from "@/api/schema";
import { forgetTillSecret, readTillSecret } from "@/session/tillSecret";

export type TillClerk = components["schemas"]["TillClerk"];

/** The till that a device is, with what it shows to the server. */
export type CurrentTill = components["schemas"]["CurrentTill"] & { secret: string };

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.errorCode === "TILL_UNKNOWN";
}

async function findCurrentTill(signal: AbortSignal): Promise<CurrentTill | null> {
  const secret = await readTillSecret();
  if (secret === undefined) return null;
  try {
    return { ...(await callAsNobody("get", "/api/v1/Tills/current", { till: secret, signal })), secret };
  } catch (error) {
    if (!isUnknown(error)) throw error;
    // It was revoked, or has moved to another device.
    forgetTillSecret();
    return null;
  }
}

/** The till that this device is, and who can sign in there; null when it is none. */
export function currentTillQuery() {
  return queryOptions({
    queryKey: keyOf("/api/v1/Tills/current"),
    queryFn: ({ signal }) => findCurrentTill(signal),
    // As long as the page's code may take: it holds the till's secret.
    gcTime: 10_000,
  });
}
