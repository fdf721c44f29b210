import { useEffect, useEffectEvent, useRef } from "react";

const DELAY_MS = 300;

/**
 * A little below the window, so that a steady reader never sees the end of the list, and any way above it: one fling may
 * leave the end behind.
 */
const REACH = "1000000px 0px 480px";

/**
 * Calls `onSeen` when the element with the returned ref has been in reach for a moment. It stands behind `count` items: it is
 * watched anew for each number of them, and not at all without one.
 */
export function useSentinel<Sentinel extends Element>(count: number | undefined, onSeen: () => void) {
  const sentinel = useRef<Sentinel>(null);
  const tell = useEffectEvent(onSeen);

  useEffect(() => {
    const element = sentinel.current;
    if (count === undefined || !element) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        if (entries.at(-1)?.isIntersecting) timer = setTimeout(tell, DELAY_MS);
      },
      { rootMargin: REACH },
    );
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [count]);

  return sentinel;
}
