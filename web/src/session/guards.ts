// Guards of routes. They run before a page is loaded, so no page appears and is then refused.
import { redirect, type MiddlewareFunction } from "react-router";
import { areaOf, paths } from "@/paths";
import { can, type Action } from "./can";
import { restoreFreshProfile, restoreProfile, type Profile } from "./current";
import { landingPath, postSignInPath, signInPath, workplaceFor } from "./postSignInRoute";

function addressOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/**
 * Returns the stored profile, or redirects to the sign-in page. The session is renewed in the
 * background: a slow network doesn't delay the page, and a rejected session closes it.
 */
async function signedIn(request: Request): Promise<Profile> {
  const profile = await restoreProfile();
  if (!profile) throw redirect(signInPath(addressOf(request)));
  restoreFreshProfile().catch(() => undefined);
  // A PIN session may open only the counter.
  if (profile.till && areaOf(new URL(request.url).pathname) !== "counter") throw redirect(paths.counter());
  const isSettingUp = new URL(request.url).pathname === paths.accountSecurity();
  if (profile.mustSetUpSecondFactor && !isSettingUp) throw redirect(paths.accountSecurity());
  return profile;
}

/** Admits signed-in users. Others go to the sign-in page, which returns them here. */
export const mustBeSignedIn: MiddlewareFunction = async ({ request }) => {
  await signedIn(request);
};

/** Shows the reason for a redirect. */
type Tell = (profile: Profile) => void;

/**
 * Redirects staff within the portal to their first page there, others to the home page; `tell` shows the reason.
 */
function redirectForbidden(profile: Profile, { url }: Request, tell?: Tell): Response {
  tell?.(profile);
  const isHome = areaOf(new URL(url).pathname) !== "portal" || !can(profile, "enterAdmin");
  return redirect(isHome ? paths.home() : landingPath(profile));
}

/**
 * Switches to the workplace that the page belongs to, because links in emails name no workplace.
 */
async function atWorkplaceFor(request: Request, profile: Profile): Promise<Profile> {
  const workplace = workplaceFor(profile, new URL(request.url).pathname);
  if (!workplace) return profile;
  const { goToWorkplace } = await import("./session");
  await goToWorkplace(workplace.tenantId);
  return (await restoreProfile()) ?? profile;
}

/** Admits users who satisfy a condition. */
export function mustBe(isWelcome: (profile: Profile) => boolean, tell?: Tell): MiddlewareFunction {
  return async ({ request }) => {
    const profile = await atWorkplaceFor(request, await signedIn(request));
    if (!isWelcome(profile)) throw redirectForbidden(profile, request, tell);
  };
}

/** Admits users with a permission. */
export function mustBeAbleTo(action: Action, tell?: Tell): MiddlewareFunction {
  return mustBe((profile) => can(profile, action), tell);
}

/** Handles addresses that no page has. */
export function notFoundGuard(tell: Tell): MiddlewareFunction {
  return async ({ request }) => {
    const profile = await restoreProfile();
    if (!profile) throw redirect(paths.home());
    throw redirectForbidden(profile, request, can(profile, "enterAdmin") ? tell : undefined);
  };
}

/** Admits only visitors who aren't signed in; redirects others to where signing in would lead. */
export const mustBeGuest: MiddlewareFunction = async ({ request }) => {
  const profile = await restoreProfile().catch(() => undefined);
  if (profile) throw redirect(postSignInPath(profile, new URL(request.url).searchParams));
};

/** Redirects each user to their first page. */
export const redirectToHome: MiddlewareFunction = async ({ request }) => {
  throw redirect(landingPath(await signedIn(request)));
};
