// Who is signed in, for everything that shows or asks it. Every page carries this file, so it is small: the code that opens,
// keeps and ends sessions comes with the first page that needs it.
import { useSyncExternalStore } from "react";
import { authorizeCalls, onUnauthorized } from "@/api/client";
import { loadCode } from "@/lib/missingCode";
import { localText } from "@/lib/storage";
import type { Profile } from "./profile";

export type { Profile, Role, TenantType, Workplace } from "./profile";

/** Why a session ended: the person said so, here or in another tab, or closed the account, or the server doesn't accept it any more. */
export type SessionEnd = "signed-out" | "signed-out-elsewhere" | "account-closed" | "refused";

/** Which profile in the store is the one that is signed in. What it says is sealed; that there is one is no secret. */
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

/** Who is signed in; nobody while the page is being taken over from its HTML, which knows nobody. */
export function useProfile(): Profile | undefined {
  return useSyncExternalStore(subscribe, currentProfile, () => undefined);
}

/** Whether somebody is signed in, but their profile isn't open yet: no time to offer them to sign in. */
export function useIsRestoring(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !profile && isRemembered(),
    () => false,
  );
}

/** Told when a session ends, with the reason, and whether it was one of a till. Returns the way to stop listening. */
export function onSessionEnd(listener: (end: SessionEnd, wasAtTill: boolean) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Told when another person, or nobody, sits at the screen: nothing that was read for the last one may stay. */
export function onPersonChange(listener: () => void): () => void {
  personListeners.add(listener);
  return () => personListeners.delete(listener);
}

/** For the session's own code only: sets who is signed in, and why nobody is any more. */
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

/** Who is signed in, once that is known. Costs nothing where nobody is. */
export async function restoreProfile(): Promise<Profile | undefined> {
  if (profile || !isRemembered()) return profile;
  return (await session()).restore();
}

/** Like `restoreProfile`, but of a session that can make calls right now: renewed if it has to be. */
export async function restoreFreshProfile(): Promise<Profile | undefined> {
  return isRemembered() ? (await session()).fresh() : undefined;
}

/** Starts: calls are made in the name of whoever is signed in, and other tabs are heard. */
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
