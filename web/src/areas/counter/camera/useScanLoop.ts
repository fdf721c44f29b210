import { useEffect, useEffectEvent, type RefObject } from "react";
import { openDetector } from "./detector";

const SCAN_DELAY_MS = 300;
/** A code counts as one scan until it is out of sight for this many frames. */
const LOOKS_UNTIL_AWAY = 3;
/** After a failed look-up, the same code is scanned again after this many frames, so that the clerk can read the message. */
const LOOKS_UNTIL_AGAIN = 15;

interface ScanLoop {
  isRunning: boolean;
  /** While one code is being handled, other codes are ignored. A code that is still in sight afterwards is reported then. */
  isPaused: boolean;
  /** The last reported code. It outlives the camera being switched off and on. */
  lastCode: RefObject<string | undefined>;
  onCode: (text: string) => void;
  /** Returns whether the look-up of a code failed to reach the server. */
  isUnanswered: (text: string) => boolean;
  /** Called when no code can be read any more. */
  onBlind: () => void;
}

/** Reads codes from the camera's picture in a loop. A code that stays in sight is reported once. */
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
      const hasFacts = text !== undefined && text === lastCode.current;
      looksAway = hasFacts ? 0 : looksAway + 1;
      looksUnanswered = hasFacts && isOpen(text) ? looksUnanswered + 1 : 0;
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
      // An empty code counts as none.
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
