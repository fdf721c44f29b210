// Starts the checkout with a full page load, so that no script of an earlier page runs beside the card fields.
import type { MiddlewareFunction } from "react-router";
import { tabText } from "@/lib/storage";

const reloaded = tabText("reloadCount");

/** True until the first visit to the checkout in this document. */
let isFirstTime = true;

/**
 * Whether this document was loaded for the checkout: the page load started here and session storage holds the reload marker.
 * The marker alone proves nothing, because an earlier reload may have failed or led to the sign-in page.
 */
function isFresh(address: string): boolean {
  const wasFetched = reloaded.read() !== null;
  reloaded.remove();
  // During in-app navigation, `location` is still that of the previous page.
  const beginsHere = isFirstTime && new URL(address).pathname === location.pathname;
  isFirstTime = false;
  return wasFetched && beginsHere;
}

function goTo(address: string): void {
  if (address === location.href) location.reload();
  else location.assign(address);
}

export const mustBeFresh: MiddlewareFunction = async ({ request }) => {
  if (isFresh(request.url)) return;
  reloaded.write("1");
  // Without working session storage, the page would reload forever.
  if (reloaded.read() === null) return;
  goTo(request.url);
  // Keep the current screen until the browser shows the new page.
  await new Promise<never>(() => undefined);
};
