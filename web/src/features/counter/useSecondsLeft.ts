import { useCallback, useSyncExternalStore } from "react";

const STEP_MS = 500;

/** Returns the remaining seconds of a countdown that started at `since`, by this browser's clock. */
export function useSecondsLeft(seconds: number, since: number): number {
  const end = since + seconds * 1000;
  const countDown = useCallback(
    (onChange: () => void) => {
      const clock = setInterval(() => {
        onChange();
        if (Date.now() >= end) clearInterval(clock);
      }, STEP_MS);
      return () => clearInterval(clock);
    },
    [end],
  );
  return useSyncExternalStore(countDown, () => Math.max(0, Math.ceil((end - Date.now()) / 1000)));
}
