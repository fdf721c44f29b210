import { Icon } from "@/ui/Icon";
import { useDeferredValue, useEffect, useRef, useSyncExternalStore } from "react";
import { m } from "@/i18n";
import { IconButton } from "@/ui/form/IconButton";
import type { IconName } from "@/ui/iconNames";
import { keepFocus } from "./keepFocus";
import { currentToasts, dismissToast, subscribeToToasts, type Toast, type ToastTone } from "./toast";

const styles: Record<ToastTone, { icon: IconName; className: string }> = {
  success: { icon: "circle-check", className: "text-success" },
  error: { icon: "circle-exclamation-point", className: "text-danger" },
  info: { icon: "info", className: "text-brand" },
};

const SHOWN_FOR_MS: Record<ToastTone, number> = { success: 5_000, info: 6_000, error: 9_000 };

/** Display time of toasts with an action. */
const WITH_ACTION_MS = 10_000;

const NONE: readonly Toast[] = [];

/**
 * Screen readers ignore a live region that appears together with its text, so it is rendered empty
 * first.
 */
export function Toaster() {
  const toasts = useDeferredValue(
    useSyncExternalStore(subscribeToToasts, currentToasts, () => NONE),
    NONE,
  );
  const region = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id ?? 0;

  useEffect(() => region.current?.showPopover?.(), []);
  // Dismissing a toast returns the focus to where it was. Every page has a toaster, so the hook
  // runs here.
  useEffect(keepFocus, []);

  // A popover is drawn above an open dialog. It is shown again for each toast, so that it is above
  // a dialog opened since.
  useEffect(() => {
    if (newest === 0) return;
    region.current?.hidePopover?.();
    region.current?.showPopover?.();
  }, [newest]);

  return (
    <section
      ref={region}
      popover="manual"
      aria-label={m.kit_notifications()}
      className="toaster fixed inset-auto top-4 right-4 m-0 w-[min(400px,calc(100vw-32px))] overflow-visible bg-transparent"
    >
      <ol aria-live="polite" aria-relevant="additions text" className="flex flex-col gap-3">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>
  );
}

function ToastItem({ toast: { id, tone, text, action } }: { toast: Toast }) {
  const item = useRef<HTMLLIElement>(null);

  // Toasts don't expire while the pointer or the focus is on them.
  useEffect(() => {
    const timer = setInterval(
      () => {
        const isHeld = item.current?.closest("section")?.matches(":hover, :focus-within") ?? false;
        if (!isHeld) dismissToast(id);
      },
      action ? WITH_ACTION_MS : SHOWN_FOR_MS[tone],
    );
    return () => clearInterval(timer);
  }, [id, tone, action]);

  const { icon, className } = styles[tone];
  return (
    <li
      ref={item}
      className="flex items-start gap-3 rounded-control border border-line bg-surface py-2 pr-2 pl-4 text-ink shadow-float [transition:opacity_200ms,translate_300ms_var(--ease-out)] starting:translate-x-6 starting:opacity-0"
    >
      <Icon name={icon} size={22} className={`mt-2.5 ${className}`} />
      <p className="grow py-2.5">{text}</p>
      {action && (
        <button
          type="button"
          className="min-h-11 px-2 font-semibold text-brand underline underline-offset-4"
          onClick={() => {
            dismissToast(id);
            action.onPress();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton icon="x" label={m.kit_dismiss()} onClick={() => dismissToast(id)} />
    </li>
  );
}
