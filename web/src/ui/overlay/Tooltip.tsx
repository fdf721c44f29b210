import { useId, useState, type KeyboardEvent, type ReactNode } from "react";

interface TooltipProps {
  text: string;
  /** Renders the explained element, which must be focusable, with this id as `aria-describedby`. */
  children: (describedBy: string) => ReactNode;
}

/**
 * A short text on hover and focus; Escape hides it. It must never be the only source of
 * information.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const hideOnEscape = (event: KeyboardEvent) => {
    if (event.key === "Escape") setIsShown(false);
  };
  return (
    <span
      className="relative inline-flex"
      onPointerEnter={() => setIsShown(true)}
      onPointerLeave={() => setIsShown(false)}
      onFocus={() => setIsShown(true)}
      onBlur={() => setIsShown(false)}
      onKeyDown={hideOnEscape}
    >
      {children(id)}
      <span
        id={id}
        role="tooltip"
        hidden={!isShown}
        className="pointer-events-none absolute bottom-[calc(100%+8px)] left-1/2 z-(--layer-tooltip) w-max max-w-65 -translate-x-1/2 rounded-[min(10px,var(--corner-control))] bg-ink px-3 py-1.5 text-sm/[1.4] font-normal text-ground"
      >
        {text}
      </span>
    </span>
  );
}
