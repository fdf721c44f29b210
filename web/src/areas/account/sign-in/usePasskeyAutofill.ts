import { useEffect, useEffectEvent, useState } from "react";
import type { Profile } from "@/session/current";

/**
 * Offers passkeys in the autofill list of the email field. The browser handles one passkey request at a time, so `isOn` must
 * become false before a password or the passkey button is used.
 *
 * The offer is not a mutation, because the page would then appear to be loading.
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
