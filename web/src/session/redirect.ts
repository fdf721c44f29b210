// Where to go on after signing in, remembered by this browser while the way leads through registration or several pages.
import { localText } from "@/lib/storage";

/** The query parameter in which a link says where signing in leads. */
export const REDIRECT_PARAMETER = "redirect-url";

const stored = localText("redirectUrl");
/** Since when, by this browser's clock. */
const storedAt = localText("redirectUrlAt");
/** Whoever signs in later may be somebody else, whom it doesn't concern. */
const KEPT_FOR_MS = 60 * 60_000;

export function rememberRedirect(place: string): void {
  stored.write(place);
  storedAt.write(String(Date.now()));
}

export function forgetRedirect(): void {
  stored.remove();
  storedAt.remove();
}

export function rememberedRedirect(): string | null {
  const since = storedAt.read();
  const isOld = since !== null && Date.now() - Number(since) > KEPT_FOR_MS;
  return isOld ? null : stored.read();
}
