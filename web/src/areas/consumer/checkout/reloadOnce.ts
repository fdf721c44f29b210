// The checkout begins with a fresh page: nothing that another page has loaded runs beside the card's fields.
import type { MiddlewareFunction } from "react-router";
import { tabText } from "@/lib/storage";

const reloaded = tabText("reloadCount");

/** Nobody has come to the checkout in this document yet. */
let isFirstTime = true;

/**
 * Whether this document was fetched for the checkout: it begins there, and the marker in the session tells that it was gone to
 * anew. A marker from a load that never got here, because it failed or led to the sign-in page, is worth nothing.
 */
function isFresh(address: string): boolean {
  const wasFetched = reloaded.read() !== null;
  reloaded.remove();
  // Inside the app, the browser's address is that of the page before until the next one is there.
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
  // A browser that remembers nothing would reload for ever.
  if (reloaded.read() === null) return;
  goTo(request.url);
  // What is on the screen stays there until the browser has the new page.
  await new Promise<never>(() => undefined);
};
