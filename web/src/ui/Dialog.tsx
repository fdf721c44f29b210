import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import { m } from "@/i18n";
import { cx } from "./cx";
import { IconButton } from "./IconButton";
import { currentToasts, subscribeToToasts } from "./toast";

export interface DialogProps {
  isOpen: boolean;
  /** Called for the close button, Escape, a click beside the dialog; the owner then sets `isOpen` to false. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** The buttons. They stay in sight while the content scrolls. */
  footer?: ReactNode;
  size?: "medium" | "large" | undefined;
  className?: string | undefined;
}

const FIELD = "form :is(input, select, textarea):enabled";

/**
 * Where somebody begins: at what is marked with `data-first-stop`, or in the first field of a form. On a phone its keyboard
 * would cover the form before anybody has seen it. Elsewhere the browser chooses.
 */
function firstStopIn(dialog: HTMLDialogElement): HTMLElement | null {
  const types = matchMedia("(pointer: fine)").matches;
  return dialog.querySelector<HTMLElement>(types ? `[data-first-stop], ${FIELD}` : "[data-first-stop]");
}

/**
 * Puts somebody where they haven't gone themselves: a field that is left as it was has nothing to complain of. What it says
 * would push away what they are pressing at that moment.
 */
function beginAt(place: HTMLElement): void {
  place.focus();
  let isUsed = false;
  for (const use of ["input", "change"]) place.addEventListener(use, () => (isUsed = true), { once: true });
  place.addEventListener("focusout", (event) => isUsed || event.stopPropagation(), { once: true });
}

/**
 * The browser's own modal dialog: it keeps the focus inside, makes the rest inert, hands the focus back at the end.
 * Nothing of it is in the page while it is closed.
 */
export function Dialog(props: DialogProps) {
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onClose, title, children, footer, size = "medium", className }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // A layout effect, because it is undone while the dialog is still in the page: only a dialog that is closed there
  // hands the focus back to where it came from.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    let isGone = false;
    // Not before it stays open: in development it is opened twice, and a field that was left would complain at once.
    queueMicrotask(() => {
      const place = element && !isGone ? firstStopIn(element) : null;
      if (place) beginAt(place);
    });
    return () => {
      isGone = true;
      element?.close();
    };
  }, []);

  // Browsers let one Escape close several dialogs when each was opened by a key: here it closes the innermost alone, and
  // none when something inside has used it.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  const closeWhenBeside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={cx("dialog", size === "large" && "sm:w-[min(800px,calc(100vw-32px))]", className)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={closeOnEscape}
      onClick={closeWhenBeside}
    >
      <div className="flex items-start gap-4 px-6 pt-5 pb-2">
        <h2 id={titleId} className="grow pt-2 text-xl">
          {title}
        </h2>
        <IconButton icon="x" label={m.kit_close()} onClick={onClose} className="-mr-2" />
      </div>
      <div className="grow overflow-y-auto px-6 pt-2 pb-6">{children}</div>
      <MessageMeanwhile />
      {footer && (
        <div className="flex flex-wrap justify-end gap-3 border-t border-line px-6 py-4">{footer}</div>
      )}
    </dialog>
  );
}

/** An open dialog makes the page's messages inert: they are seen beside it, and read out from in here. */
function MessageMeanwhile() {
  const newest = useSyncExternalStore(subscribeToToasts, () => currentToasts().at(-1));
  const [before] = useState(newest);
  return (
    <p aria-live="polite" className="sr-only">
      {newest !== before && newest?.text}
    </p>
  );
}
