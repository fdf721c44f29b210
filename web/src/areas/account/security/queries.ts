import { reading } from "@/api/reading";
import type { components } from "@/api/schema";

export type Passkey = components["schemas"]["Passkey"];

/** Called after a change, with any new recovery codes. */
export type OnChange = (newCodes?: string[]) => Promise<void>;

export function secondFactorsQuery() {
  return reading("/api/v1/Accounts/me/second-factors");
}

export type MyPin = components["schemas"]["MyPin"];

/** Reads the shops where the user works, and whether a PIN is set for their tills. */
export function myPinsQuery() {
  return reading("/api/v1/Accounts/me/pins");
}
