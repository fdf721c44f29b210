// Page to open after signing in, stored in this browser because registration may take several
// pages.
import { localText } from "@/lib/storage";

/** Query parameter for the page to open after signing in. */
export const REDIRECT_PARAMETER = "redirect-url";

const stored = localText("redirectUrl");
/** Time of storing, by this browser's clock. */
const storedAt = localText("redirectUrlAt");
/** A stored page expires, because a later user of this browser may be another person. */
const MAX_AGE_MS = 60 * 60_000;

export function rememberRedirect(place: string): void {
  stored.write(place);
  storedAt.write(String(Date.now()));
}

export function clearRedirect(): void {
  stored.remove();
  storedAt.remove();
}

export function rememberedRedirect(): string | null {
  const since = storedAt.read();
  const isOld = since !== null && Date.now() - Number(since) > MAX_AGE_MS;
  return isOld ? null : stored.read();
}
