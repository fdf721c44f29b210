import { reading } from "@/api/reading";

/**
 * Query for the public settings of the server: payment gateway, captcha, maps. They don't change
 * while the page is open.
 */
export function settingsQuery() {
  return { ...reading("/api/v1/Public/settings"), staleTime: Infinity };
}
