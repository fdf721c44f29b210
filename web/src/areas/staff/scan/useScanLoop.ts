import { useEffect, useEffectEvent, type RefObject } from "react";
import { openDetector } from "./detector";

const SCAN_DELAY_MS = 300;
/** A code that is held there is one scan, until it has been away for so many looks. */
const LOOKS_UNTIL_AWAY = 3;
/** Or, where nobody has answered, for so many looks: time to read why, before the same code is tried again by itself. */
const LOOKS_UNTIL_AGAIN = 15;

interface ScanLoop {
  isRunning: boolean;
  /** While something is done about one code, no other is told: it would be lost. If it stays, it is told afterwards. */
  isPaused: boolean;
  /** The code that was told last. It stays known when the camera is switched off and on. */
  lastCode: RefObject<string | undefined>;
  onCode: (text: string) => void;
  /** Whether what came of a code is still open, because nobody has answered. */
  isUnanswered: (text: string) => boolean;
  /** Told when no code will be read any more, whatever is held there. */
  onBlind: () => void;
}

/** Looks at the camera's picture again and again. A code that stays in sight is told once. */
export function useScanLoop(
  video: RefObject<HTMLVideoElement | null>,
  { isRunning, isPaused, lastCode, onCode, isUnanswered, onBlind }: ScanLoop,
): void {
  const tell = useEffectEvent(onCode);
  const isOpen = useEffectEvent(isUnanswered);
  const isWaiting = useEffectEvent(() => isPaused);
  const giveUp = useEffectEvent(onBlind);
  useEffect(() => {
    if (!isRunning) return undefined;
    let isOver = false;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const opening = openDetector();
    let looksAway = 0;
    let looksUnanswered = 0;

    const see = (text: string | undefined) => {
      const isTold = text !== undefined && text === lastCode.current;
      looksAway = isTold ? 0 : looksAway + 1;
      looksUnanswered = isTold && isOpen(text) ? looksUnanswered + 1 : 0;
      if (looksAway >= LOOKS_UNTIL_AWAY || looksUnanswered >= LOOKS_UNTIL_AGAIN) {
        lastCode.current = undefined;
      }
      if (text === undefined || text === lastCode.current) return;
      lastCode.current = text;
      looksAway = 0;
      looksUnanswered = 0;
      tell(text);
    };
    const look = async () => {
      const detector = await opening;
      const text = video.current ? await detector.find(video.current) : undefined;
      if (isOver) return;
      // An empty code says nothing.
      if (!isWaiting()) see(text || undefined);
      pause = setTimeout(lookOrGiveUp, SCAN_DELAY_MS);
    };
    const lookOrGiveUp = () => {
      look().catch(() => {
        if (!isOver) giveUp();
      });
    };
    lookOrGiveUp();
    return () => {
      isOver = true;
      clearTimeout(pause);
      opening.then(
        (detector) => detector.close(),
        () => undefined,
      );
    };
  }, [isRunning, lastCode, video]);
}
