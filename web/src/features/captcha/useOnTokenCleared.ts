import { useEffect, useEffectEvent, useRef } from "react";

/** Calls `makeAnother` when the form clears a token that it has used. */
export function useOnTokenCleared(token: string, makeAnother: () => unknown): void {
  const isHeld = useRef(false);
  const takenAway = useEffectEvent(makeAnother);

  useEffect(() => {
    if (token === "" && isHeld.current) takenAway();
    isHeld.current = token !== "";
  }, [token]);
}
