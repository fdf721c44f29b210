import { useEffect } from "react";
import { useBlocker } from "react-router";
import { isForcedNavigation } from "@/session/forcedNavigation";

/** Unanswered calls that move money. */
const underWay = new Set<Promise<unknown>>();

/** Returns whether a call that moves money is unanswered. Meanwhile no other card opens. */
export function isMoneyMoving(): boolean {
  return underWay.size > 0;
}

/** Sends a call that moves money. Users stay on the page until it is answered, if the page calls [`useBlockNavigation`]. */
export async function blockNavigationDuring<T>(work: Promise<T>): Promise<T> {
  underWay.add(work);
  try {
    return await work;
  } finally {
    underWay.delete(work);
  }
}

/** Blocks navigation while money moves, because users would miss the result. Only the end of the session still leads away. */
export function useBlockNavigation(): void {
  const blocker = useBlocker(
    ({ nextLocation }) => isMoneyMoving() && !isForcedNavigation(nextLocation.state),
  );
  useEffect(() => {
    if (blocker.state === "blocked") blocker.reset();
  }, [blocker]);
}
