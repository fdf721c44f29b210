// Where signing in leads. Addresses come from storage and from links that anyone can write, so only
// paths of this site are accepted.
import { areaOf, paths } from "@/paths";
import { isAdministrator, isCharityManager, isVendorEmployee, isVendorManager, isVendorStaff } from "./can";
import type { Profile, TenantType, Workplace } from "./profile";
import { clearRedirect, REDIRECT_PARAMETER, rememberedRedirect } from "./redirect";

/** Sign-in pages, to which a redirect would loop. */
const SIGN_IN_PATHS = new Set([paths.signIn(), paths.adminSignIn(), paths.signedOut()]);

/**
 * Whether a browser would read the address differently from how it looks: it removes control
 * characters and treats backslashes as slashes.
 */
function isMisleading(text: string): boolean {
  return /[\\\p{Cc}]/u.test(text);
}

/** Returns an address of this site as a path, or `undefined` for any other. */
export function ownPath(text: string | null, origin = location.origin): string | undefined {
  if (text === null || isMisleading(text)) return undefined;
  if (!text.startsWith(`${origin}/`) && !/^\/(?!\/)/.test(text)) return undefined;
  const address = URL.canParse(text, origin) ? new URL(text, origin) : undefined;
  if (address?.origin !== origin || SIGN_IN_PATHS.has(address.pathname)) return undefined;
  // Check the parsed path too: parsing may have produced one that leads to another site.
  return /^\/(?!\/)/.test(address.pathname) ? address.pathname + address.search + address.hash : undefined;
}

export function takeRedirect(): string | undefined {
  const place = ownPath(rememberedRedirect());
  clearRedirect();
  return place;
}

/** Returns the address of the sign-in page that leads back to `place`. */
export function signInPath(place: string): string {
  const door = areaOf(place) === "portal" ? paths.adminSignIn() : paths.signIn();
  return `${door}?${new URLSearchParams({ [REDIRECT_PARAMETER]: place })}`;
}

/**
 * First pages of staff. Other portal paths are in adminPaths.ts, which the sign-in page does not
 * load.
 */
const FIRST_PAGES = {
  administrator: "/admin/reporting",
  vendor: "/admin/vendor/summary",
  charity: "/admin/charity/summary",
};

/** Returns a user's first page. */
export function landingPath(profile: Profile): string {
  if (profile.till) return paths.counter();
  if (isAdministrator(profile)) return FIRST_PAGES.administrator;
  if (isVendorManager(profile)) return FIRST_PAGES.vendor;
  if (isCharityManager(profile)) return FIRST_PAGES.charity;
  return isVendorEmployee(profile) ? paths.counter() : paths.home();
}

/** Returns the kind of tenant whose managers use this address, if any. */
function tenantTypeOf(place: string): TenantType | undefined {
  if (place.startsWith("/admin/vendor/")) return "VENDOR";
  return place.startsWith("/admin/charity/") ? "CHARITY" : undefined;
}

/** Returns the workplace that a portal address needs, if the current one is of the other kind. */
export function workplaceFor(profile: Profile, place: string): Workplace | undefined {
  const area = tenantTypeOf(place);
  if (!area || profile.till || profile.tenantType === area) return undefined;
  return profile.workplaces?.find(
    ({ tenantType, roles }) => tenantType === area && roles.includes("MANAGER"),
  );
}

/** Whether the page at this address admits the user. */
function mayOpen(profile: Profile, place: string): boolean {
  if (place.startsWith("/admin/vendor/") && isVendorManager(profile)) return true;
  if (place.startsWith("/admin/charity/") && isCharityManager(profile)) return true;
  if (workplaceFor(profile, place)) return true;
  if (areaOf(place) === "portal") return isAdministrator(profile);
  return areaOf(place) !== "counter" || isVendorStaff(profile);
}

/** Whether the link led to a portal or counter page, and the user has no role there. */
export function isWithoutRole(profile: Profile, query: URLSearchParams): boolean {
  const wanted = ownPath(query.get(REDIRECT_PARAMETER));
  const isWorkplace = wanted !== undefined && ["portal", "counter"].includes(areaOf(wanted) ?? "");
  return isWorkplace && landingPath(profile) === paths.home();
}

/**
 * Returns the page to open after signing in: the remembered one, the one in the link if the user
 * may open it, or their first page.
 */
export function postSignInPath(profile: Profile, query: URLSearchParams): string {
  const remembered = takeRedirect();
  if (remembered !== undefined) return remembered;
  const wanted = ownPath(query.get(REDIRECT_PARAMETER));
  return wanted !== undefined && mayOpen(profile, wanted) ? wanted : landingPath(profile);
}
