// The profile in local storage, sealed with a key that the browser keeps and hands to nobody: a copy of the storage is
// worth nothing on another machine. Where the browser can't seal, nothing is stored and the session lasts as long as the tab.
import { ApiError } from "@/api/error";
import { m } from "@/i18n";
import { cartText } from "@/lib/cartText";
import { forgetTexts } from "@/lib/forgetTexts";
import { localText } from "@/lib/storage";
import { WAITING } from "@/lib/waitingCart";
import { signedInUserId } from "./current";
import { forgetRedirect } from "./redirect";
import type { Profile } from "./profile";

/** Where the sealing key is kept. */
export interface KeyStore {
  /** The key, made at the first call; undefined where the browser has no such place. */
  key: () => Promise<CryptoKey | undefined>;
}

export interface Vault {
  /** Throws where there is a profile and the browser doesn't hand out its key: nothing is known of it then. */
  read: () => Promise<Profile | undefined>;
  /** Somebody has come: whatever is there makes room. */
  write: (profile: Profile) => Promise<void>;
  /** What became of a session. False, and nothing is written, when it isn't there any more: in some tab somebody left or came. */
  replace: (before: Profile, after: Profile) => Promise<boolean>;
  /** The session is over: what is kept beside the profile waits, sealed, for the same person. */
  close: () => void;
  /** The person has left: nothing of them stays. */
  clear: () => void;
}

const profileOf = (userId: string) => localText(`profile.${userId}`);
const IV_BYTES = 12;

/** What else is kept of the person begins so. */
export const KEPT = "kept.";
/** What the service worker holds of their pages; it is the name in sw.ts, too. */
const WORKER_CACHE = "wallet";

/** The worker holds one cache for each release, and may be about to fill one. */
async function deleteWorkerCaches(): Promise<void> {
  navigator.serviceWorker?.controller?.postMessage({ forgets: true }, { transfer: [] });
  const names = (await caches.keys()).filter((name) => name.startsWith(WORKER_CACHE));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Forgets what is kept, except for this person. */
function forgetWhatIsKept(userId?: string): void {
  const isKeptFor = (name: string) => name.startsWith(`${KEPT}${userId ?? ""}.`);
  const isTheirs = userId !== undefined && keptNames().some(isKeptFor);
  forgetTexts(KEPT, userId === undefined ? undefined : KEPT + userId);
  if (!isTheirs && "caches" in globalThis) deleteWorkerCaches().catch(() => undefined);
}

function keptNames(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(KEPT));
  } catch {
    return [];
  }
}

/** The browser has the profile, and not the key to it. */
function sealedAway(): ApiError {
  const errorMessage = m.common_error_storage();
  return new ApiError(503, { traceId: undefined, errorCode: "STORAGE_CLOSED", errorMessage, fields: {} });
}

export async function seal(key: CryptoKey, value: unknown): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text = new TextEncoder().encode(JSON.stringify(value));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, text));
  return btoa(String.fromCharCode(...iv, ...sealed));
}

/** Undefined for whatever was not sealed with this key, or was changed since. */
export async function open<Value>(key: CryptoKey, text: string): Promise<Value | undefined> {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const iv = bytes.subarray(0, IV_BYTES);
    const opened = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, bytes.subarray(IV_BYTES));
    return JSON.parse(new TextDecoder().decode(opened)) as Value;
  } catch {
    return undefined;
  }
}

export function createVault(keys: KeyStore): Vault {
  /** What the browser didn't take. */
  let unkept: Profile | undefined;

  async function sealed(profile: Profile): Promise<string | undefined> {
    const key = await keys.key();
    return key && seal(key, profile);
  }

  async function read(): Promise<Profile | undefined> {
    if (unkept) return unkept;
    const userId = signedInUserId.read();
    const text = userId === null ? null : profileOf(userId).read();
    const key = text === null ? undefined : await keys.key();
    const profile = key && text !== null ? await open<Profile>(key, text) : undefined;
    // Somebody left or came while it was opened.
    if (signedInUserId.read() !== userId) return read();
    if (text !== null && !key) throw sealedAway();
    // Sealed for one person is not somebody else's, whatever the storage says.
    return profile?.userId === userId ? profile : undefined;
  }

  function put(profile: Profile, text: string | undefined): void {
    const kept = profileOf(profile.userId);
    if (text !== undefined) {
      const before = signedInUserId.read();
      // In this order, because other tabs look at every step: at none of them is nobody there.
      kept.write(text);
      signedInUserId.write(profile.userId);
      forgetTexts(WAITING, WAITING + profile.userId);
      if (before !== null && before !== profile.userId) {
        profileOf(before).remove();
        cartText.remove();
      }
      if (before !== profile.userId) forgetWhatIsKept(profile.userId);
    }
    unkept = kept.read() === text ? undefined : profile;
  }

  function close(): void {
    const userId = signedInUserId.read();
    if (userId !== null) profileOf(userId).remove();
    unkept = undefined;
    signedInUserId.remove();
    forgetRedirect();
  }

  return {
    read,
    async write(profile) {
      put(profile, await sealed(profile));
    },
    async replace(before, after) {
      const text = await sealed(after);
      // Looked at last: sealing takes a moment, too.
      const isThere = (await read())?.accessToken === before.accessToken;
      if (isThere) put(after, text);
      return isThere;
    },
    close,
    clear() {
      close();
      forgetWhatIsKept();
    },
  };
}
