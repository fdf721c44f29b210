import { useCallback, type PointerEvent } from "react";

const MAX_DEGREES = 7;

function place(card: HTMLElement, x: number, y: number): void {
  card.style.setProperty("--tilt-x", `${(x * MAX_DEGREES).toFixed(2)}deg`);
  card.style.setProperty("--tilt-y", `${(y * -MAX_DEGREES).toFixed(2)}deg`);
  card.style.setProperty("--glare-x", `${(50 + x * 50).toFixed(1)}%`);
  card.style.setProperty("--glare-y", `${(50 + y * 50).toFixed(1)}%`);
}

/**
 * Tilts an element towards the mouse. It sets style variables directly, to avoid a render per pointer move. Disabled for touch
 * and for users who prefer reduced motion.
 */
export function useTilt(isOn: boolean) {
  const onPointerMove = useCallback((event: PointerEvent<HTMLElement>) => {
    if (event.pointerType !== "mouse" || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const box = event.currentTarget.getBoundingClientRect();
    place(
      event.currentTarget,
      ((event.clientX - box.left) / box.width) * 2 - 1,
      ((event.clientY - box.top) / box.height) * 2 - 1,
    );
  }, []);
  const onPointerLeave = useCallback(
    (event: PointerEvent<HTMLElement>) => place(event.currentTarget, 0, 0),
    [],
  );
  return isOn ? { onPointerMove, onPointerLeave } : {};
}
