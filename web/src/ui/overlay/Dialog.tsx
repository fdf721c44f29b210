import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from "react";
import { m } from "@/i18n";
import { cx } from "@/ui/cx";
import { setInitialFocus } from "./initialFocus";
import { IconButton } from "@/ui/form/IconButton";
import { currentToasts, subscribeToToasts } from "./toast";

export interface DialogProps {
  isOpen: boolean;
  /**
   * Called by the close button, Escape, or a click beside the dialog; the owner then sets `isOpen`
   * to false. `undefined` if only the dialog's own buttons may close it: the title then gets the
   * focus.
   */
  onClose: (() => void) | undefined;
  title: ReactNode;
  children: ReactNode;
  /** Buttons, which stay in view while the content scrolls. */
  footer?: ReactNode;
  size?: "medium" | "large" | undefined;
  className?: string | undefined;
}

/**
 * The browser's modal dialog: it traps the focus, makes the rest inert and restores the focus at
 * the end. A closed dialog is not rendered.
 */
export function Dialog(props: DialogProps) {
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onClose, title, children, footer, size = "medium", className }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // A layout effect, because its cleanup runs while the dialog is still in the document. Only a
  // dialog that is closed there restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const stopLooking = element && setInitialFocus(element);
    return () => {
      stopLooking?.();
      element?.close();
    };
  }, []);

  // Browsers may close several dialogs with one Escape if a key opened each. This closes only the
  // innermost, and none if its content handled the key.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose?.();
  };
  // A drag that begins or ends inside, as when selecting text, also ends in a click on the dialog.
  const isInside = useRef(false);
  const notePress = (event: PointerEvent) => {
    const isPressedInside = event.target !== dialog.current;
    isInside.current = event.type === "pointerdown" ? isPressedInside : isInside.current || isPressedInside;
  };
  const closeWhenBeside = (event: MouseEvent) => {
    if (event.target === dialog.current && !isInside.current) onClose?.();
  };
  // Browsers close any dialog at a phone's second "Back", so it is opened again.
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
      onPointerDown={notePress}
      onPointerUp={notePress}
      onClick={closeWhenBeside}
    >
      <div className="flex items-start gap-4 px-6 pt-5 pb-2">
        <h2
          id={titleId}
          className="grow pt-2 text-xl"
          {...(!onClose && { tabIndex: -1, "data-initial-focus": "" })}
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

/**
 * An open dialog makes the toasts inert: they stay visible beside it, and this element reads them
 * out.
 */
function MessageMeanwhile() {
  const newest = useSyncExternalStore(subscribeToToasts, () => currentToasts().at(-1));
  const [before] = useState(newest);
  return (
    <p aria-live="polite" className="sr-only">
      {newest !== before && newest?.text}
    </p>
  );
}
