import { useEffect, useEffectEvent, useRef } from "react";

/** A form that has used its token up takes it away from the captcha: that is the moment to make another. */
export function useWhenTakenAway(token: string, makeAnother: () => unknown): void {
  const isHeld = useRef(false);
  const takenAway = useEffectEvent(makeAnother);

  useEffect(() => {
    if (token === "" && isHeld.current) takenAway();
    isHeld.current = token !== "";
  }, [token]);
}
