// Where signing in leads. Addresses come from storage and from links that anybody can write, so only our own pages count.
import { localText } from "@/lib/storage";
import { isInAdmin, paths } from "@/paths";
import { isAdministrator, isCharityManager, isVendorEmployee, isVendorManager } from "./can";
import type { Profile } from "./profile";

/** The query parameter in which a link to the sign-in page says where to go afterwards. */
export const REDIRECT_PARAMETER = "redirect-url";

const stored = localText("redirectUrl");
/** Since when, by this browser's clock. */
const storedAt = localText("redirectUrlAt");
/** Whoever signs in later may be somebody else, whom it doesn't concern. */
const KEPT_FOR_MS = 60 * 60_000;

/** Leading there would go round in circles. */
const DOORS = new Set([paths.signIn(), paths.admin.signIn(), paths.signedOut()]);

/** Whether a browser would read it differently from what it looks like: it drops controls and turns backslashes round. */
function isMisleading(text: string): boolean {
  return /[\\\p{Cc}]/u.test(text);
}

/** One of our own pages as a path, or undefined for anything else. */
export function ownPlace(text: string | null, origin = location.origin): string | undefined {
  if (text === null || isMisleading(text)) return undefined;
  if (!text.startsWith(`${origin}/`) && !/^\/(?!\/)/.test(text)) return undefined;
  const address = URL.canParse(text, origin) ? new URL(text, origin) : undefined;
  if (address?.origin !== origin || DOORS.has(address.pathname)) return undefined;
  // What the address became while it was read must not lead away either.
  return /^\/(?!\/)/.test(address.pathname) ? address.pathname + address.search + address.hash : undefined;
}

/** Remembers where to go on, for when the way leads through registration or several pages. */
export function rememberRedirect(place: string): void {
  stored.write(place);
  storedAt.write(String(Date.now()));
}

export function forgetRedirect(): void {
  stored.remove();
  storedAt.remove();
}

export function takeRedirect(): string | undefined {
  const since = storedAt.read();
  const isOld = since !== null && Date.now() - Number(since) > KEPT_FOR_MS;
  const place = isOld ? undefined : ownPlace(stored.read());
  forgetRedirect();
  return place;
}

/** The sign-in page that leads back to where somebody was. */
export function signInFor(place: string): string {
  const door = isInAdmin(place) ? paths.admin.signIn() : paths.signIn();
  return `${door}?${new URLSearchParams({ [REDIRECT_PARAMETER]: place })}`;
}

/** A person's first page. */
export function landingPlace(profile: Profile): string {
  if (isAdministrator(profile)) return paths.admin.users.list();
  if (isVendorManager(profile)) return paths.admin.vendorArea().summary();
  if (isCharityManager(profile)) return paths.admin.charityArea().information();
  return isVendorEmployee(profile) ? paths.scanCards() : paths.home();
}

/** Where to go after signing in: where the person was before, where the link says, or their first page. */
export function placeAfterSignIn(profile: Profile, query: URLSearchParams): string {
  const remembered = takeRedirect();
  if (remembered !== undefined) return remembered;
  const wanted = ownPlace(query.get(REDIRECT_PARAMETER));
  const isManager = isVendorManager(profile) || isCharityManager(profile);
  if (wanted === undefined || (isInAdmin(wanted) && isManager && !isAdministrator(profile))) {
    return landingPlace(profile);
  }
  return wanted;
}
