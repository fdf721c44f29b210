// The signed-in user, for everything that shows or needs it. Every page loads this file, so it is
// small: the code that opens and ends sessions is loaded with the first page that needs it.
import { useSyncExternalStore } from "react";
import { authorizeCalls, onUnauthorized } from "@/api/client";
import { loadCode } from "@/lib/missingCode";
import { localText } from "@/lib/storage";
import type { Profile } from "./profile";

export type { Profile, Role, TenantType, Workplace } from "./profile";

/**
 * Why a session ended: the user signed out, here or in another tab, closed the account, or the
 * server rejected it.
 */
export type SessionEnd = "signed-out" | "signed-out-elsewhere" | "account-closed" | "refused";

/**
 * Id of the signed-in user, which selects the stored profile. The profile is encrypted; this id is
 * not.
 */
export const signedInUserId = localText("signedInUserId");

let profile: Profile | undefined;
const profileListeners = new Set<() => void>();
const endListeners = new Set<(end: SessionEnd, wasAtTill: boolean) => void>();
const personListeners = new Set<() => void>();

export function currentProfile(): Profile | undefined {
  return profile;
}

function subscribe(listener: () => void): () => void {
  profileListeners.add(listener);
  return () => profileListeners.delete(listener);
}

/**
 * Returns the signed-in user's profile; `undefined` during hydration, because the prerendered HTML
 * is for visitors.
 */
export function useProfile(): Profile | undefined {
  return useSyncExternalStore(subscribe, currentProfile, () => undefined);
}

/** Whether a session exists but its profile is still loading: don't show a sign-in link yet. */
export function useIsRestoring(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !profile && isRemembered(),
    () => false,
  );
}

/** Registers a listener for the end of a session. Returns the function that removes it. */
export function onSessionEnd(listener: (end: SessionEnd, wasAtTill: boolean) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * Registers a listener for a change of user or sign-out, after which all cached personal data must
 * be removed.
 */
export function onPersonChange(listener: () => void): () => void {
  personListeners.add(listener);
  return () => personListeners.delete(listener);
}

/** Sets the signed-in user, or the reason why there is none. Called only by the session code. */
export function replaceProfile(next: Profile | undefined, end?: SessionEnd): void {
  const isOtherPerson = profile?.userId !== next?.userId;
  const wasSignedIn = profile !== undefined;
  const wasAtTill = Boolean(profile?.till);
  profile = next;
  if (isOtherPerson && wasSignedIn) personListeners.forEach((listener) => listener());
  profileListeners.forEach((listener) => listener());
  if (wasSignedIn && !next && end) endListeners.forEach((listener) => listener(end, wasAtTill));
}

function isRemembered(): boolean {
  return signedInUserId.read() !== null;
}

const session = () => loadCode(() => import("./session"));

/**
 * Returns the signed-in user's profile once it is decrypted. Loads no code if nobody is signed in.
 */
export async function restoreProfile(): Promise<Profile | undefined> {
  if (profile || !isRemembered()) return profile;
  return (await session()).restore();
}

/** Like `restoreProfile`, but renews the session first if its token has expired. */
export async function restoreFreshProfile(): Promise<Profile | undefined> {
  return isRemembered() ? (await session()).fresh() : undefined;
}

/** Connects the session with the API client and with other tabs. */
export function startSession(): void {
  authorizeCalls(
    async (refused) => {
      if (!profile && !isRemembered()) return undefined;
      return (await session()).prove(refused);
    },
    async () => (await import("./proof")).askForProof(),
  );
  onUnauthorized(() => void session().then(({ endRefused }) => endRefused()));
  addEventListener("storage", ({ key }) => {
    const isAboutSession = key === null || key === "signedInUserId" || key.startsWith("profile.");
    if (isAboutSession && (profile || isRemembered()))
      session()
        .then(({ followOtherTab }) => followOtherTab())
        .catch(() => undefined);
  });
  restoreProfile().catch(() => undefined);
}
