// Why the last session in this browser was ended by the server, for all tabs and the sign-in page.
import { localText } from "@/lib/storage";

const stored = localText("signedOutReason");

/** The reason expires: one from yesterday explains nothing today. */
const MAX_AGE_MS = 60 * 60_000;

export function rememberReason(text: string): void {
  stored.write(JSON.stringify({ text, at: Date.now() }));
}

export function clearSignedOutReason(): void {
  stored.remove();
}

/** Returns the reason for the user, if there is one. */
export function signedOutReason(): string | undefined {
  try {
    const { text, at } = JSON.parse(stored.read() ?? "{}") as { text?: unknown; at?: unknown };
    const isRecent = Math.abs(Date.now() - Number(at)) <= MAX_AGE_MS;
    return typeof text === "string" && isRecent ? text : undefined;
  } catch {
    return undefined;
  }
}
