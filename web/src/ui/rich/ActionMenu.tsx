import { useId, useState, type KeyboardEvent, type ReactNode, type ToggleEvent } from "react";
import { Link, type To } from "react-router";
import { Button } from "@/ui/Button";
import { buttonLook } from "@/ui/buttonLook";
import { cx } from "@/ui/cx";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import type { IconName } from "@/ui/iconNames";
import { PopUp } from "@/ui/PopUp";

export interface MenuAction {
  label: string;
  icon: IconName;
  /** Where it leads, and what it hands on to there; or what it does. */
  to?: To;
  state?: unknown;
  /** It leads to a sheet beside the page, which stays where it is. */
  isBeside?: boolean;
  run?: () => void;
  isDisabled?: boolean;
  /** It takes something away. Such actions stand last. */
  isDangerous?: boolean;
}

interface ActionMenuProps {
  /** What the actions are about, for whoever doesn't see where the button stands. */
  label: string;
  actions: readonly MenuAction[];
  /** Why some of them can't be done. */
  children?: ReactNode;
  /** The words on the button; without them it is three dots. */
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

/** The arrow keys go through the actions, round and round. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget);
  const next = STEPS[event.key]?.(items.indexOf(document.activeElement as HTMLElement), items.length);
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}

/** All that can be done with a thing, behind one button. */
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
            // Who goes on with Tab has done with the menu.
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
        className={buttonLook({ variant: "quiet" }, className)}
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
        // First: whatever opens now hands the focus back to the menu's button when it is closed.
        hide();
        run?.();
      }}
    >
      {words}
    </Button>
  );
}
