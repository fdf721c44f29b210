import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";

/** What the server says about itself: payment gateway, captcha, maps. It stays as it is while the page is open. */
export function settingsQuery() {
  return queryOptions({
    queryKey: ["settings"],
    queryFn: ({ signal }) => call("get", "/api/v1/Public/settings", { signal }),
    staleTime: Infinity,
  });
}
