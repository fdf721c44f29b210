import { useEffect } from "react";

/** Events that count as activity. */
const SIGNS_OF_LIFE = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/** Signs out the clerk at a till. The till then shows its sign-in page. */
export async function lockTill(): Promise<void> {
  const session = await import("@/session/session");
  await session.signOut();
}

/** Locks an idle till after the given minutes, to protect the data on its screen. */
export function useIdleLock(minutes: number | undefined): void {
  useEffect(() => {
    if (minutes === undefined) return undefined;
    let waiting: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void lockTill(), minutes * 60_000);
    };
    wait();
    SIGNS_OF_LIFE.forEach((sign) => addEventListener(sign, wait, { passive: true }));
    return () => {
      clearTimeout(waiting);
      SIGNS_OF_LIFE.forEach((sign) => removeEventListener(sign, wait));
    };
  }, [minutes]);
}
