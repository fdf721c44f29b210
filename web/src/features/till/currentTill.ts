import { queryOptions } from "@tanstack/react-query";
import { callAsNobody } from "@/api/client";
import { ApiError } from "@/api/error";
import { keyOf } from "@/api/reading";
import type { components } from "@/api/schema";
import { clearTillSecret, readTillSecret } from "@/session/tillSecret";

export type TillClerk = components["schemas"]["TillClerk"];

/** The till that this device is enrolled as, with its secret. */
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
    // The till was removed or moved to another device.
    clearTillSecret();
    return null;
  }
}

/** Reads this device's till and its clerks; null if it is not a till. */
export function currentTillQuery() {
  return queryOptions({
    queryKey: keyOf("/api/v1/Tills/current"),
    queryFn: ({ signal }) => findCurrentTill(signal),
    // Drop it from the cache soon, because it contains the till's secret.
    gcTime: 10_000,
  });
}
