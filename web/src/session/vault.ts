// The profile in local storage, encrypted with a key that the browser never exports: a copy of the
// storage can't be read on another machine. Where the browser can't encrypt, nothing is stored and
// the session lasts as long as the tab.
import { ApiError } from "@/api/error";
import { m } from "@/i18n";
import { cartText } from "@/lib/cartText";
import { removeStoredKeys } from "@/lib/removeStoredKeys";
import { localText } from "@/lib/storage";
import { PARKED_PREFIX } from "./parkedCart";
import { signedInUserId } from "./current";
import { clearRedirect } from "./redirect";
import type { Profile } from "./profile";

/** Source of the encryption key. */
export interface KeyStore {
  /** Returns the key, created at the first call; `undefined` if the browser can't store one. */
  key: () => Promise<CryptoKey | undefined>;
}

interface Vault {
  /** Reads the profile. Throws if one is stored but the browser doesn't release its key. */
  read: () => Promise<Profile | undefined>;
  /** Stores the profile of a user who signs in, and replaces any other. */
  write: (profile: Profile) => Promise<void>;
  /**
   * Replaces the stored session `before` by `after`. Returns false and writes nothing if another one is
   * stored now.
   */
  replace: (before: Profile, after: Profile) => Promise<boolean>;
  /**
   * Removes the profile of an expired session. Other data of the user stays, encrypted, for their
   * return.
   */
  close: () => void;
  /** Removes all data of a user who signs out. */
  clear: () => void;
}

const profileOf = (userId: string) => localText(`profile.${userId}`);
const IV_BYTES = 12;

/** Prefix of other stored data of the user. */
export const KEPT = "kept.";
/** Prefix of the service worker's cache of personal pages, as in sw.ts. */
const WORKER_CACHE = "wallet";

/** Deletes the caches of all releases, and asks the service worker to stop filling one. */
async function deleteWorkerCaches(): Promise<void> {
  navigator.serviceWorker?.controller?.postMessage({ forgets: true }, { transfer: [] });
  const names = (await caches.keys()).filter((name) => name.startsWith(WORKER_CACHE));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Deletes stored data, except that of this user. */
function clearOfflineData(userId?: string): void {
  const isKeptFor = (name: string) => name.startsWith(`${KEPT}${userId ?? ""}.`);
  const isTheirs = userId !== undefined && keptNames().some(isKeptFor);
  removeStoredKeys(KEPT, userId === undefined ? undefined : KEPT + userId);
  if (!isTheirs && "caches" in globalThis) deleteWorkerCaches().catch(() => undefined);
}

function keptNames(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(KEPT));
  } catch {
    return [];
  }
}

/** The browser has the encrypted profile, but does not release the key. */
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

/** Decrypts a value. Returns `undefined` if it was changed or encrypted with another key. */
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
  /** Profile that could not be stored, kept in memory. */
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
    // Another tab signed in or out while this profile was decrypted.
    if (signedInUserId.read() !== userId) return read();
    if (text !== null && !key) throw sealedAway();
    // A profile encrypted for one user is never used for another, whatever the storage contains.
    return profile?.userId === userId ? profile : undefined;
  }

  function put(profile: Profile, text: string | undefined): void {
    const stored = profileOf(profile.userId);
    if (text !== undefined) {
      const before = signedInUserId.read();
      // This order, because other tabs see every step: at no time may they find no user.
      stored.write(text);
      signedInUserId.write(profile.userId);
      removeStoredKeys(PARKED_PREFIX, PARKED_PREFIX + profile.userId);
      if (before !== null && before !== profile.userId) {
        profileOf(before).remove();
        cartText.remove();
      }
      if (before !== profile.userId) clearOfflineData(profile.userId);
    }
    unkept = stored.read() === text ? undefined : profile;
  }

  function close(): void {
    const userId = signedInUserId.read();
    if (userId !== null) profileOf(userId).remove();
    unkept = undefined;
    signedInUserId.remove();
    clearRedirect();
  }

  return {
    read,
    async write(profile) {
      put(profile, await sealed(profile));
    },
    async replace(before, after) {
      const text = await sealed(after);
      // Checked last, because encrypting takes a moment.
      const isThere = (await read())?.accessToken === before.accessToken;
      if (isThere) put(after, text);
      return isThere;
    },
    close,
    clear() {
      close();
      clearOfflineData();
    },
  };
}
