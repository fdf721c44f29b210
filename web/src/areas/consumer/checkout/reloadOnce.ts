// The checkout begins with a fresh page: nothing that another page has loaded runs beside the card's fields.
import type { MiddlewareFunction } from "react-router";
import { tabText } from "@/lib/storage";

const reloaded = tabText("reloadCount");

/** Goes to the page anew, once; the marker in the session tells that it has happened. */
export function goOnceMore(address: string, go: (address: string) => void): boolean {
  if (reloaded.read() !== null) {
    reloaded.remove();
    return false;
  }
  reloaded.write("1");
  // A browser that remembers nothing would reload for ever.
  if (reloaded.read() === null) return false;
  go(address);
  return true;
}

function goTo(address: string): void {
  if (address === location.href) location.reload();
  else location.assign(address);
}

export const mustBeFresh: MiddlewareFunction = async ({ request }) => {
  // What is on the screen stays there until the browser has the new page.
  if (goOnceMore(request.url, goTo)) await new Promise<never>(() => undefined);
};
