import type { ReactNode, ToggleEventHandler } from "react";
import { Button } from "@/ui/form/Button";
import { cx } from "@/ui/cx";

interface PopUpProps {
  /** Id that the opening button names as `popoverTarget`. */
  id: string;
  label: string;
  /** Aligns the start of the pop-up with its button's, instead of the ends. */
  isToTheEnd?: boolean;
  className?: string;
  onBeforeToggle?: (isOpening: boolean) => void;
  onToggle?: ToggleEventHandler<HTMLDivElement>;
  children: ReactNode;
}

/** A popover below a button. The browser closes it when the user clicks or tabs elsewhere. */
export function PopUp({
  id,
  label,
  isToTheEnd = false,
  className,
  onBeforeToggle,
  onToggle,
  children,
}: PopUpProps) {
  return (
    <div
      id={id}
      popover="auto"
      role="group"
      aria-label={label}
      className={cx(
        "m-auto max-h-[70dvh] min-w-60 rounded-[min(16px,var(--corner-panel))] border border-line bg-surface text-ink supports-[position-area:block-end]:my-1",
        isToTheEnd
          ? "[position-area:block-end_span-inline-end] supports-[position-area:block-end]:mr-2 supports-[position-area:block-end]:ml-0"
          : "[position-area:block-end_span-inline-start] supports-[position-area:block-end]:mr-0 supports-[position-area:block-end]:ml-2",
        className ?? "px-5 py-3",
      )}
      onBeforeToggle={onBeforeToggle && (({ newState }) => onBeforeToggle(newState === "open"))}
      onToggle={onToggle}
    >
      {children}
    </div>
  );
}

interface PopUpChoicesProps<Choice extends string> {
  id: string;
  label: string;
  choices: readonly (readonly [Choice, () => string])[];
  onChoose: (choice: Choice) => void;
}

/** A list of choices in a pop-up; choosing closes it. */
export function PopUpChoices<Choice extends string>({
  id,
  label,
  choices,
  onChoose,
}: PopUpChoicesProps<Choice>) {
  return (
    <PopUp id={id} label={label}>
      <div className="grid gap-2">
        {choices.map(([choice, name]) => (
          <Button
            key={choice}
            variant="quiet"
            size="small"
            className="justify-start"
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={() => onChoose(choice)}
          >
            {name()}
          </Button>
        ))}
      </div>
    </PopUp>
  );
}
