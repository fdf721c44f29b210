// Passkeys among the addresses that the browser fills in. Nothing is asked of anybody: who has a passkey here finds it in the
// list of the email field.
import { callAsNobody } from "@/api/client";
import { canFillInPasskeys, signWithPasskey, type SignedChallenge } from "@/lib/passkeys";
import type { Profile } from "./current";

/** A challenge is good for five minutes. */
const RENEWED_AFTER_MS = 4 * 60_000;

/** What somebody's passkey has signed, once they choose it; nothing when that can't be, or `signal` ends it. */
export async function passkeyFromAutofill(signal: AbortSignal): Promise<SignedChallenge | undefined> {
  return (await canFillInPasskeys()) ? offer(signal) : undefined;
}

/** Who has signed in by such a passkey. An offer that can't be made is no fault that anybody has to hear of. */
export async function signInFromAutofill(signal: AbortSignal): Promise<Profile | undefined> {
  const signed = await passkeyFromAutofill(signal).catch(() => undefined);
  return signed && (await import("./session")).signInBySignature(signed);
}

async function offer(signal: AbortSignal): Promise<SignedChallenge | undefined> {
  if (signal.aborted) return undefined;
  const request = await callAsNobody("post", "/api/v1/OAuth/passkey", { body: {}, signal });
  const round = new AbortController();
  const end = () => round.abort();
  signal.addEventListener("abort", end);
  let isTooOld = false;
  const timer = setTimeout(() => {
    isTooOld = true;
    end();
  }, RENEWED_AFTER_MS);
  const signed = await signWithPasskey(request, { mediation: "conditional", signal: round.signal });
  clearTimeout(timer);
  signal.removeEventListener("abort", end);
  // Whoever waved the browser's question away is not asked again.
  if (signed || !isTooOld) return signed;
  await seen(signal);
  return offer(signal);
}

/** A page in the background asks for nothing until somebody looks at it again. */
function seen(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === "visible" || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== "visible" && !signal.aborted) return;
      document.removeEventListener("visibilitychange", look);
      signal.removeEventListener("abort", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", look);
  });
}
