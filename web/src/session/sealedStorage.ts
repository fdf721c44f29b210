// Data of a user kept for use without a network: encrypted like the profile, and deleted when they
// sign out.
import { localText } from "@/lib/storage";
import { browserKeys } from "./browserKeys";
import { currentProfile } from "./current";
import { KEPT, open, seal } from "./vault";

interface SealedStorage<Value> {
  /** Returns the value, or `undefined` if no one or another user is signed in. */
  read: () => Promise<Value | undefined>;
  /** Stores the value for the user it was read for, unless they have signed out since. */
  write: (value: Value, userId: string | undefined) => Promise<void>;
  /** Deletes the value of the signed-in user. */
  forget: () => void;
}

export function sealedStorage<Value>(name: string): SealedStorage<Value> {
  const textOf = (userId: string) => localText(`${KEPT}${userId}.${name}`);
  return {
    async read() {
      const userId = currentProfile()?.userId;
      const sealed = userId === undefined ? null : textOf(userId).read();
      const key = sealed === null ? undefined : await browserKeys.key();
      return key && sealed !== null ? open<Value>(key, sealed) : undefined;
    },
    forget() {
      const userId = currentProfile()?.userId;
      if (userId !== undefined) textOf(userId).remove();
    },
    async write(value, userId) {
      const key = userId === undefined ? undefined : await browserKeys.key();
      if (userId === undefined || !key) return;
      const sealed = await seal(key, value);
      // Don't store data of a user who has signed out meanwhile.
      if (currentProfile()?.userId === userId) textOf(userId).write(sealed);
    },
  };
}
