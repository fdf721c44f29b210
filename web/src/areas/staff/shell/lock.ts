import { useEffect } from "react";

/** What somebody does who is there. */
const SIGNS_OF_LIFE = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/** Signs out whoever is at a till; its sign-in page comes by itself. */
export async function lockTill(): Promise<void> {
  const session = await import("@/session/session");
  await session.signOut();
}

/** Locks a till that nobody has touched for so many minutes: what is on its screen is nobody else's business. */
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
