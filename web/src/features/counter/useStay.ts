import { useEffect } from "react";
import { useBlocker } from "react-router";
import { isEnforced } from "@/session/leaving";

/** Calls that move money and are not answered yet. */
const underWay = new Set<Promise<unknown>>();

/** Whether a call that moves money waits for its answer: no other card is opened meanwhile. */
export function isMoneyMoving(): boolean {
  return underWay.size > 0;
}

/** Sends a call that moves money: users stay on the page until it is answered, if the page calls [`useStay`]. */
export async function stayFor<T>(work: Promise<T>): Promise<T> {
  underWay.add(work);
  try {
    return await work;
  } finally {
    underWay.delete(work);
  }
}

/** Keeps users on the page while money moves: they would not see the result elsewhere. Only the end of the session leads away. */
export function useStay(): void {
  const blocker = useBlocker(({ nextLocation }) => isMoneyMoving() && !isEnforced(nextLocation.state));
  useEffect(() => {
    if (blocker.state === "blocked") blocker.reset();
  }, [blocker]);
}
