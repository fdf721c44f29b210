// Where signing in leads. Addresses come from storage and from links that anybody can write, so only our own pages count.
import { isInAdmin, paths } from "@/paths";
import { isAdministrator, isCharityManager, isVendorEmployee, isVendorManager, isVendorStaff } from "./can";
import type { Profile, TenantType, Workplace } from "./profile";
import { forgetRedirect, REDIRECT_PARAMETER, rememberedRedirect } from "./redirect";

/** Leading there would go round in circles. */
const DOORS = new Set([paths.signIn(), paths.adminSignIn(), paths.signedOut()]);

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

export function takeRedirect(): string | undefined {
  const place = ownPlace(rememberedRedirect());
  forgetRedirect();
  return place;
}

/** The sign-in page that leads back to where somebody was. */
export function signInFor(place: string): string {
  const door = isInAdmin(place) ? paths.adminSignIn() : paths.signIn();
  return `${door}?${new URLSearchParams({ [REDIRECT_PARAMETER]: place })}`;
}

/** Of those who work in the portal. All its other pages are in adminPaths.ts, which whoever only signs in doesn't carry. */
const FIRST_PAGES = {
  administrator: "/admin/reporting",
  vendor: "/admin/vendor/summary",
  charity: "/admin/charity/summary",
};

/** A person's first page. */
export function landingPlace(profile: Profile): string {
  if (profile.till) return paths.counter();
  if (isAdministrator(profile)) return FIRST_PAGES.administrator;
  if (isVendorManager(profile)) return FIRST_PAGES.vendor;
  if (isCharityManager(profile)) return FIRST_PAGES.charity;
  return isVendorEmployee(profile) ? paths.counter() : paths.home();
}

/** The kind of tenant whose managers have this address, if it is one of theirs. */
function areaOf(place: string): TenantType | undefined {
  if (place.startsWith("/admin/vendor/")) return "VENDOR";
  return place.startsWith("/admin/charity/") ? "CHARITY" : undefined;
}

/** The workplace that an address of managers needs, where the present one is of the other kind. */
export function workplaceFor(profile: Profile, place: string): Workplace | undefined {
  const area = areaOf(place);
  if (!area || profile.till || profile.tenantType === area) return undefined;
  return profile.workplaces?.find(
    ({ tenantType, roles }) => tenantType === area && roles.includes("MANAGER"),
  );
}

/** Whether the page at this address lets a person in, rather than sending them to the front page. */
function mayOpen(profile: Profile, place: string): boolean {
  if (place.startsWith("/admin/vendor/") && isVendorManager(profile)) return true;
  if (place.startsWith("/admin/charity/") && isCharityManager(profile)) return true;
  if (workplaceFor(profile, place)) return true;
  if (isInAdmin(place)) return isAdministrator(profile);
  return !place.startsWith("/scan-") || isVendorStaff(profile);
}

/** Whether the link led to a workplace, and this person works nowhere: their role was taken away, or they never had one. */
export function isWithoutRole(profile: Profile, query: URLSearchParams): boolean {
  const wanted = ownPlace(query.get(REDIRECT_PARAMETER));
  const isWorkplace = wanted !== undefined && (isInAdmin(wanted) || wanted.startsWith("/scan-"));
  return isWorkplace && landingPlace(profile) === paths.home();
}

/** Where to go after signing in: where the person was before, where the link says if they may, or their first page. */
export function placeAfterSignIn(profile: Profile, query: URLSearchParams): string {
  const remembered = takeRedirect();
  if (remembered !== undefined) return remembered;
  const wanted = ownPlace(query.get(REDIRECT_PARAMETER));
  return wanted !== undefined && mayOpen(profile, wanted) ? wanted : landingPlace(profile);
}
