// The profile in local storage, sealed with a key that the browser keeps and hands to nobody: a copy of the storage is
// worth nothing on another machine. Where the browser can't seal, nothing is stored and the session lasts as long as the tab.
import { cartText } from "@/lib/cartText";
import { forgetTexts } from "@/lib/forgetTexts";
import { localText } from "@/lib/storage";
import { WAITING } from "@/lib/waitingCart";
import { signedInUserId } from "./current";
import { forgetRedirect } from "./places";
import type { Profile } from "./profile";

/** Where the sealing key is kept. */
export interface KeyStore {
  /** The key, made at the first call; undefined where the browser has no such place. */
  key: () => Promise<CryptoKey | undefined>;
}

export interface Vault {
  read: () => Promise<Profile | undefined>;
  write: (profile: Profile) => Promise<void>;
  clear: () => void;
}

const profileOf = (userId: string) => localText(`profile.${userId}`);
const IV_BYTES = 12;

/** What else is kept of the person begins so. */
export const KEPT = "kept.";
/** What the service worker holds of their pages; it is the name in sw.ts, too. */
const WORKER_CACHE = "wallet";

/** Nobody's any more. */
function forgetWhatIsKept(): void {
  forgetTexts(KEPT);
  if ("caches" in globalThis) caches.delete(WORKER_CACHE).catch(() => undefined);
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
  return {
    async read() {
      const userId = signedInUserId.read();
      const sealed = userId === null ? null : profileOf(userId).read();
      const key = sealed === null ? undefined : await keys.key();
      const profile = key && sealed !== null ? await open<Profile>(key, sealed) : undefined;
      // Sealed for one person is not somebody else's, whatever the storage says.
      return profile?.userId === userId ? profile : undefined;
    },
    async write(profile) {
      const key = await keys.key();
      if (!key) return;
      const sealed = await seal(key, profile);
      const before = signedInUserId.read();
      forgetTexts(WAITING, WAITING + profile.userId);
      if (before !== null && before !== profile.userId) {
        profileOf(before).remove();
        cartText.remove();
        forgetWhatIsKept();
      }
      profileOf(profile.userId).write(sealed);
      signedInUserId.write(profile.userId);
    },
    clear() {
      const userId = signedInUserId.read();
      if (userId !== null) profileOf(userId).remove();
      signedInUserId.remove();
      forgetRedirect();
      forgetWhatIsKept();
    },
  };
}
