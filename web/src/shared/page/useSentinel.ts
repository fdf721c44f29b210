import { useEffect, useEffectEvent, useRef } from "react";

const DELAY_MS = 300;

/**
 * Root margin of the observer: a little below the window, so that the next page loads before the
 * reader reaches the end. Far above it, because a fast scroll may pass the end.
 */
const REACH = "1000000px 0px 480px";

/**
 * Calls `onSeen` when the element with the returned ref has been in reach for a moment. The element
 * follows `count` items: observing restarts when the count changes, and stops if it is undefined.
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
