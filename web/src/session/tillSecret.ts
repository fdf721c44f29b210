// What makes this device a till: a secret that its shop's server knows, kept sealed like the profile. It stays when somebody
// signs out, because it is the device's and nobody's.
import { localText } from "@/lib/storage";
import { browserKeys } from "./browserKeys";
import { open, seal } from "./vault";

const text = localText("till");

export async function readTillSecret(): Promise<string | undefined> {
  const sealed = text.read();
  const key = sealed === null ? undefined : await browserKeys.key();
  return key && sealed !== null ? open<string>(key, sealed) : undefined;
}

/** False where this browser keeps nothing: in private windows, and on full disks. */
export async function canKeepTillSecret(): Promise<boolean> {
  const key = await browserKeys.key();
  if (!key) return false;
  const trial = localText("till.trial");
  trial.write("x");
  const isKept = trial.read() === "x";
  trial.remove();
  return isKept;
}

export async function keepTillSecret(secret: string): Promise<void> {
  const key = await browserKeys.key();
  if (!key) return;
  text.write(await seal(key, secret));
  // Browsers clear up what nobody asked them to keep.
  await navigator.storage?.persist?.().catch(() => false);
}

export function forgetTillSecret(): void {
  text.remove();
}
