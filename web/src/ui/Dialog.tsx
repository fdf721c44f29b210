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
import { beginAtFirstStop } from "./firstStop";
import { IconButton } from "./IconButton";
import { currentToasts, subscribeToToasts } from "./toast";

export interface DialogProps {
  isOpen: boolean;
  /**
   * Called for the close button, Escape, a click beside the dialog; the owner then sets `isOpen` to false.
   * Undefined where only a button of the dialog's own may close it; such a dialog begins at its title.
   */
  onClose: (() => void) | undefined;
  title: ReactNode;
  children: ReactNode;
  /** The buttons. They stay in sight while the content scrolls. */
  footer?: ReactNode;
  size?: "medium" | "large" | undefined;
  className?: string | undefined;
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
    const stopLooking = element && beginAtFirstStop(element);
    return () => {
      stopLooking?.();
      element?.close();
    };
  }, []);

  // Browsers let one Escape close several dialogs when each was opened by a key: here it closes the innermost alone, and
  // none when something inside has used it.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose?.();
  };
  const closeWhenBeside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose?.();
  };
  // Browsers let somebody who insists out of any dialog: about a phone's second "Back" nobody is asked.
  const openAgain = () => {
    if (!onClose && dialog.current?.open === false) dialog.current.showModal();
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={cx("dialog", size === "large" && "sm:w-[min(800px,calc(100vw-32px))]", className)}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={openAgain}
      onKeyDown={closeOnEscape}
      onClick={closeWhenBeside}
    >
      <div className="flex items-start gap-4 px-6 pt-5 pb-2">
        <h2
          id={titleId}
          className="grow pt-2 text-xl"
          {...(!onClose && { tabIndex: -1, "data-first-stop": "" })}
        >
          {title}
        </h2>
        {onClose && <IconButton icon="x" label={m.kit_close()} onClick={onClose} className="-mr-2" />}
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
