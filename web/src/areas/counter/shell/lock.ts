import { useEffect } from "react";

/** Events that count as activity. */
const SIGNS_OF_LIFE = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/** Signs out the clerk at a till. The till then shows its sign-in page. */
export async function lockTill(): Promise<void> {
  const session = await import("@/session/session");
  await session.signOut();
}

/** Events after which a device may have slept. They don't count as activity. */
const SIGNS_OF_WAKING = ["visibilitychange", "focus", "pageshow"] as const;

/**
 * Locks an idle till after the given minutes, to protect the data on its screen. Timers do not run
 * while the device sleeps, so waking up and activity compare the clock as well.
 */
export function useIdleLock(minutes: number | undefined): void {
  useEffect(() => {
    if (minutes === undefined) return undefined;
    const mostMs = minutes * 60_000;
    let lastSign = Date.now();
    let waiting: ReturnType<typeof setTimeout>;
    const lock = () => void lockTill();
    const isOver = () => Date.now() - lastSign >= mostMs;
    const wait = () => {
      clearTimeout(waiting);
      // The first touch after a sleep must not count: it may be another person's.
      if (isOver()) {
        lock();
        return;
      }
      lastSign = Date.now();
      waiting = setTimeout(lock, mostMs);
    };
    const lockWhenOver = () => {
      if (isOver()) lock();
    };
    wait();
    SIGNS_OF_LIFE.forEach((sign) => addEventListener(sign, wait, { passive: true }));
    SIGNS_OF_WAKING.forEach((sign) => addEventListener(sign, lockWhenOver));
    return () => {
      clearTimeout(waiting);
      SIGNS_OF_LIFE.forEach((sign) => removeEventListener(sign, wait));
      SIGNS_OF_WAKING.forEach((sign) => removeEventListener(sign, lockWhenOver));
    };
  }, [minutes]);
}
