import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { isEnforced } from "@/session/leaving";

/**
 * Keeps everybody on the page until it is known what came of a call that moves money: whoever goes back meanwhile would never
 * hear of it. Only the end of the session takes them away.
 */
export function useStay() {
  const [underWay] = useState(() => new Set<Promise<unknown>>());
  const blocker = useBlocker(({ nextLocation }) => underWay.size > 0 && !isEnforced(nextLocation.state));
  useEffect(() => {
    if (blocker.state === "blocked") blocker.reset();
  }, [blocker]);
  return async function stayFor<T>(work: Promise<T>): Promise<T> {
    underWay.add(work);
    try {
      return await work;
    } finally {
      underWay.delete(work);
    }
  };
}
