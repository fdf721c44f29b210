import { reading } from "@/api/reading";

/** What the server says about itself: payment gateway, captcha, maps. It stays as it is while the page is open. */
export function settingsQuery() {
  return { ...reading("/api/v1/Public/settings"), staleTime: Infinity };
}
