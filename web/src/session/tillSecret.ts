// Secret that makes this device a till: known to the server and stored encrypted, like the profile.
// Signing out keeps it, because it belongs to the device and not to a user.
import { localText } from "@/lib/storage";
import { browserKeys } from "./browserKeys";
import { open, seal } from "./vault";

const text = localText("till");

export async function readTillSecret(): Promise<string | undefined> {
  const sealed = text.read();
  const key = sealed === null ? undefined : await browserKeys.key();
  return key && sealed !== null ? open<string>(key, sealed) : undefined;
}

/** Returns false if this browser stores nothing: in private windows, or on a full disk. */
export async function canStoreTillSecret(): Promise<boolean> {
  const key = await browserKeys.key();
  if (!key) return false;
  const trial = localText("till.trial");
  trial.write("x");
  const isKept = trial.read() === "x";
  trial.remove();
  return isKept;
}

export async function storeTillSecret(secret: string): Promise<void> {
  const key = await browserKeys.key();
  if (!key) return;
  text.write(await seal(key, secret));
  // Browsers delete data of sites that did not request persistent storage.
  await navigator.storage?.persist?.().catch(() => false);
}

export function clearTillSecret(): void {
  text.remove();
}
