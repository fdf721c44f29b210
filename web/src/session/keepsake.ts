// What a page keeps of somebody's for when there is no network: sealed like the profile, and gone as soon as they are.
import { localText } from "@/lib/storage";
import { browserKeys } from "./browserKeys";
import { currentProfile } from "./current";
import { KEPT, open, seal } from "./vault";

export interface Keepsake<Value> {
  /** Nothing where nobody is signed in, or for somebody else than whoever kept it. */
  read: () => Promise<Value | undefined>;
  /** Keeps it for the person whom it was read for, unless they have left meanwhile. */
  write: (value: Value, userId: string | undefined) => Promise<void>;
  /** Deletes the value of the signed-in person. */
  forget: () => void;
}

export function keepsake<Value>(name: string): Keepsake<Value> {
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
      // Whoever has left meanwhile leaves nothing behind.
      if (currentProfile()?.userId === userId) textOf(userId).write(sealed);
    },
  };
}
