// Why the last session in this browser ended without its owner's doing: all tabs and the sign-in page say it.
import { localText } from "@/lib/storage";

const stored = localText("signedOutReason");

/** A reason from yesterday explains nothing to someone who signs in today. */
const KEPT_FOR_MS = 60 * 60_000;

export function rememberReason(text: string): void {
  stored.write(JSON.stringify({ text, at: Date.now() }));
}

export function forgetReason(): void {
  stored.remove();
}

/** Returns the reason for the person at the screen, if there is one. */
export function signedOutReason(): string | undefined {
  try {
    const { text, at } = JSON.parse(stored.read() ?? "{}") as { text?: unknown; at?: unknown };
    const isRecent = Math.abs(Date.now() - Number(at)) <= KEPT_FOR_MS;
    return typeof text === "string" && isRecent ? text : undefined;
  } catch {
    return undefined;
  }
}
