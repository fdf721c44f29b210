import { useId, useState, type KeyboardEvent, type ReactNode, type ToggleEvent } from "react";
import { Link, type To } from "react-router";
import { Button } from "@/ui/form/Button";
import { buttonClass } from "@/ui/form/buttonClass";
import { cx } from "@/ui/cx";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/form/IconButton";
import type { IconName } from "@/ui/iconNames";
import { PopUp } from "@/ui/overlay/PopUp";

export interface MenuAction {
  label: string;
  icon: IconName;
  /** Link target with its navigation state, or the action to run. */
  to?: To;
  state?: unknown;
  /** Whether the link opens a sheet beside the page, which keeps its scroll position. */
  isBeside?: boolean;
  run?: () => void;
  isDisabled?: boolean;
  /** Whether the action deletes something. Such actions come last. */
  isDangerous?: boolean;
}

interface ActionMenuProps {
  /** Accessible name that says which record the actions concern. */
  label: string;
  actions: readonly MenuAction[];
  /** Reason why some actions are disabled. */
  children?: ReactNode;
  /** Text of the button; without it, three dots are shown. */
  words?: ReactNode;
}

const STEPS: Record<string, (position: number, count: number) => number> = {
  ArrowDown: (position, count) => (position + 1) % count,
  ArrowUp: (position, count) => (position - 1 + count) % count,
  Home: () => 0,
  End: (_position, count) => count - 1,
};

function itemsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("a, button:not(:disabled)")];
}

/** Moves between the actions with the arrow keys, wrapping around. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget);
  const next = STEPS[event.key]?.(items.indexOf(document.activeElement as HTMLElement), items.length);
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}

/** Menu of the actions on a record, behind one button. */
export function ActionMenu({ label, actions, children, words }: ActionMenuProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const onToggle = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    setIsOpen(newState === "open");
    if (newState === "open") itemsOf(currentTarget)[0]?.focus();
  };
  const onArrow = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    document.getElementById(id)?.showPopover();
  };
  const trigger = { popoverTarget: id, onKeyDown: onArrow };
  return (
    <>
      {words ? (
        <Button {...trigger}>
          {words}
          <Icon name="chevron-down" size={18} />
        </Button>
      ) : (
        <IconButton {...trigger} icon="ellipsis" label={label} className="md:min-h-9 md:w-9" />
      )}
      <PopUp
        id={id}
        label={label}
        className="max-w-80 px-2 py-2 text-base font-normal [position-try-fallbacks:flip-block]"
        onToggle={onToggle}
      >
        <div
          className="grid gap-1"
          data-menu={isOpen ? "open" : undefined}
          onKeyDown={walk}
          onBlur={({ relatedTarget, currentTarget }) => {
            // Leaving the menu with Tab closes it.
            const hasLeft = relatedTarget !== null && !currentTarget.contains(relatedTarget);
            if (hasLeft) document.getElementById(id)?.hidePopover();
          }}
        >
          {actions.map((action) => (
            <Item key={action.label} menu={id} action={action} whyNot={children ? `${id}-why` : undefined} />
          ))}
        </div>
        {children && (
          <p id={`${id}-why`} className="mt-2 px-3 pb-1 text-sm text-ink-soft">
            {children}
          </p>
        )}
      </PopUp>
    </>
  );
}

interface ItemProps {
  menu: string;
  action: MenuAction;
  whyNot: string | undefined;
}

function Item({ menu, action, whyNot }: ItemProps) {
  const { label, icon, to, state, isBeside = false, run, isDisabled = false, isDangerous = false } = action;
  const className = cx(
    "justify-start px-3 text-start whitespace-normal md:min-h-10",
    isDangerous && "text-danger",
  );
  const hide = () => document.getElementById(menu)?.hidePopover();
  const words = (
    <>
      <Icon name={icon} size={18} />
      {label}
    </>
  );
  if (to !== undefined && !isDisabled) {
    return (
      <Link
        to={to}
        state={state}
        preventScrollReset={isBeside}
        className={buttonClass({ variant: "quiet" }, className)}
        onClick={hide}
      >
        {words}
      </Link>
    );
  }
  return (
    <Button
      variant="quiet"
      className={className}
      disabled={isDisabled}
      aria-describedby={isDisabled ? whyNot : undefined}
      onClick={() => {
        // Hide the menu first, so that a dialog opened by the action returns the focus to the
        // menu's button.
        hide();
        run?.();
      }}
    >
      {words}
    </Button>
  );
}
