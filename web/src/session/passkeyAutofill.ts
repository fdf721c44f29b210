// Passkeys in the browser's autofill of the email field. No dialog opens: users with a passkey on
// this device find it in the list.
import { callAsNobody } from "@/api/client";
import { canFillInPasskeys, signWithPasskey, type SignedChallenge } from "@/lib/passkeys";
import type { Profile } from "./current";

/** A challenge is valid for five minutes. */
const RENEWED_AFTER_MS = 4 * 60_000;

/**
 * Returns the signed challenge once the user chooses a passkey; `undefined` if that isn't possible
 * or `signal` aborts.
 */
export async function passkeyFromAutofill(signal: AbortSignal): Promise<SignedChallenge | undefined> {
  return (await canFillInPasskeys()) ? offer(signal) : undefined;
}

/**
 * Signs in with a passkey from autofill and returns the profile. A failed offer is ignored, because
 * the user did not ask for it.
 */
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
  // Don't ask again after the user dismissed the browser's dialog.
  if (signed || !isTooOld) return signed;
  await seen(signal);
  return offer(signal);
}

/** Waits until the page is visible: pages in the background don't offer passkeys. */
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
