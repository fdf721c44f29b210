import { useId, useState, type KeyboardEvent, type ReactNode } from "react";

interface TooltipProps {
  text: string;
  /** Gets the id for `aria-describedby` of the thing explained, which must be focusable. */
  children: (describedBy: string) => ReactNode;
}

/** A few more words on hover and focus; Escape takes them away. Never the only place where something is said. */
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
      <span id={id} role="tooltip" hidden={!isShown} className="tooltip">
        {text}
      </span>
    </span>
  );
}
