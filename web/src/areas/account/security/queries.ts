import { reading } from "@/api/reading";
import type { components } from "@/api/schema";

export type Passkey = components["schemas"]["Passkey"];

/** Told of what changed, with recovery codes where there are new ones. */
export type OnChange = (newCodes?: string[]) => Promise<void>;

export function secondFactorsQuery() {
  return reading("/api/v1/Accounts/me/second-factors");
}

export type MyPin = components["schemas"]["MyPin"];

/** The shops where one works, and whether one has a PIN for their tills. */
export function myPinsQuery() {
  return reading("/api/v1/Accounts/me/pins");
}
