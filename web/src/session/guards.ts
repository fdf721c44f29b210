// Who may come to a page: asked before anything of it is loaded or drawn, so that no page flashes up and is then refused.
import { redirect, type MiddlewareFunction } from "react-router";
import { isAtCounter, isInAdmin, paths } from "@/paths";
import { can, type Action } from "./can";
import { restoreFreshProfile, restoreProfile, type Profile } from "./current";
import { landingPlace, placeAfterSignIn, signInFor, workplaceFor } from "./places";

function placeOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/**
 * The page opens at once with the profile that this browser has kept. The session is renewed behind it: a line that hangs holds
 * nothing back, and a session that is over takes the page away.
 */
async function signedIn(request: Request): Promise<Profile> {
  const profile = await restoreProfile();
  if (!profile) throw redirect(signInFor(placeOf(request)));
  restoreFreshProfile().catch(() => undefined);
  // A PIN opens the counter and nothing else.
  if (profile.till && !isAtCounter(new URL(request.url).pathname)) throw redirect(paths.counter());
  const isSettingUp = new URL(request.url).pathname === paths.accountSecurity();
  if (profile.mustSetUpSecondFactor && !isSettingUp) throw redirect(paths.accountSecurity());
  return profile;
}

/** Pages for everybody who is signed in; others go to the sign-in page, and come back from there. */
export const mustBeSignedIn: MiddlewareFunction = async ({ request }) => {
  await signedIn(request);
};

/** Says why somebody is not where they wanted to go. */
type Tell = (profile: Profile) => void;

/** Who works in the portal stays in it, others go home; `tell` says why they are elsewhere. */
function elsewhere(profile: Profile, { url }: Request, tell?: Tell): Response {
  tell?.(profile);
  const isHome = !isInAdmin(new URL(url).pathname) || !can(profile, "enterAdmin");
  return redirect(isHome ? paths.home() : landingPlace(profile));
}

/** A link of a mail names no workplace: a manager of a shop and of a cause is taken to the one that the page belongs to. */
async function atWorkplaceFor(request: Request, profile: Profile): Promise<Profile> {
  const workplace = workplaceFor(profile, new URL(request.url).pathname);
  if (!workplace) return profile;
  const { goToWorkplace } = await import("./session");
  await goToWorkplace(workplace.tenantId);
  return (await restoreProfile()) ?? profile;
}

/** Pages for certain people. */
export function mustBe(isWelcome: (profile: Profile) => boolean, tell?: Tell): MiddlewareFunction {
  return async ({ request }) => {
    const profile = await atWorkplaceFor(request, await signedIn(request));
    if (!isWelcome(profile)) throw elsewhere(profile, request, tell);
  };
}

/** Pages for those who may do something. */
export function mustBeAbleTo(action: Action, tell?: Tell): MiddlewareFunction {
  return mustBe((profile) => can(profile, action), tell);
}

/** Addresses that no page has. */
export function nowhere(tell: Tell): MiddlewareFunction {
  return async ({ request }) => {
    const profile = await restoreProfile();
    if (!profile) throw redirect(paths.home());
    throw elsewhere(profile, request, can(profile, "enterAdmin") ? tell : undefined);
  };
}

/** Pages for people who are not signed in yet; those who are go to where signing in would lead them. */
export const mustBeGuest: MiddlewareFunction = async ({ request }) => {
  const profile = await restoreProfile().catch(() => undefined);
  if (profile) throw redirect(placeAfterSignIn(profile, new URL(request.url).searchParams));
};

/** A door that leads everybody to where they belong. */
export const leadOn: MiddlewareFunction = async ({ request }) => {
  throw redirect(landingPlace(await signedIn(request)));
};
