import { useEffect, useEffectEvent, type RefObject } from "react";
import { openDetector } from "./detector";

const SCAN_DELAY_MS = 300;
/** A code that is held there is one scan, until it has been away for so many looks. */
const LOOKS_UNTIL_AWAY = 3;

/** Looks at the camera's picture again and again. A code that stays in sight is told once. */
export function useScanLoop(
  video: RefObject<HTMLVideoElement | null>,
  isRunning: boolean,
  onCode: (text: string) => void,
): void {
  const tell = useEffectEvent(onCode);
  useEffect(() => {
    if (!isRunning) return undefined;
    let isOver = false;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const opening = openDetector();
    let told: string | undefined;
    let looksWithout = 0;

    const look = async () => {
      const detector = await opening;
      const text = video.current ? await detector.find(video.current).catch(() => undefined) : undefined;
      if (isOver) return;
      if (text) {
        if (text !== told) tell(text);
        told = text;
        looksWithout = 0;
      } else {
        looksWithout += 1;
        if (looksWithout >= LOOKS_UNTIL_AWAY) told = undefined;
      }
      pause = setTimeout(() => void look(), SCAN_DELAY_MS);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(pause);
      void opening.then((detector) => detector.close());
    };
  }, [isRunning, video]);
}
