import { useEffect, useEffectEvent, useState } from "react";
import type { Profile } from "@/session/current";

/**
 * Offers passkeys in the list of the email field while nothing else signs in: the browser answers one question at a time, so
 * `isOn` ends the offer before a password or the passkey's button is used. An offer is no mutation: nobody waits for it, and the
 * page would look as if it was loading.
 */
export function usePasskeyAutofill(isOn: boolean, onSignedIn: (profile: Profile) => void) {
  const [error, setError] = useState<Error>();
  const signIn = useEffectEvent(async (signal: AbortSignal) => {
    const { signInFromAutofill } = await import("@/session/passkeyAutofill");
    const profile = await signInFromAutofill(signal);
    if (profile) onSignedIn(profile);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const offer = new AbortController();
    signIn(offer.signal).catch(setError);
    return () => offer.abort();
  }, [isOn]);
  return error;
}
