import { Suspense, useEffectEvent, useLayoutEffect, useState } from "react";
import { m } from "@/i18n";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { PALETTE_KEYS } from "./shortcuts";
import { useShortcuts } from "./useShortcuts";

const Palette = lazyPiece(
  async () => (await import("./Palette")).Palette,
  ({ onClose }) => onClose(),
);

const ShortcutsDialog = lazyPiece(
  async () => (await import("./ShortcutsDialog")).ShortcutsDialog,
  ({ onClose }) => onClose(),
);

function isShortcut({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !shiftKey && !altKey;
}

/** Collects typed keys while the palette loads, so that they don't act on the page behind it. */
function KeysMeanwhile({ onText }: { onText: (key: string) => void }) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onText(key);
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen, true);
    return () => document.removeEventListener("keydown", listen, true);
  }, []);
  return null;
}

/**
 * Button that opens the palette, like Ctrl K and ⌘ K on every page. It also handles the other
 * keyboard shortcuts and their list.
 */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [isListOpen, setIsListOpen] = useState(false);
  const [begun, setBegun] = useState("");
  const listShortcuts = () => setIsListOpen(true);
  useShortcuts(listShortcuts);
  const onShortcut = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) return;
    // Another open dialog blocks the page.
    if (!isOpen && document.querySelector("dialog[open]:modal")) return;
    event.preventDefault();
    setBegun("");
    setIsOpen(!isOpen);
  });
  // A layout effect, because keys may be pressed as soon as the page is painted.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onShortcut(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          setBegun("");
          setIsOpen(true);
        }}
        className="flex size-11 cursor-pointer items-center justify-center gap-2.5 rounded-control text-ink-soft hover:bg-surface-quiet hover:text-ink max-lg:ml-auto lg:min-w-11 lg:w-56 lg:shrink-[99] lg:justify-start lg:overflow-hidden 2xl:w-72 lg:border lg:border-line lg:bg-surface lg:px-3"
      >
        <Icon name="search" size={20} />
        <span className="truncate max-lg:sr-only">{m.palette_title()}</span>
        <kbd aria-hidden="true" className="ml-auto font-sans text-sm whitespace-nowrap max-xl:hidden">
          {PALETTE_KEYS.replace("+", " ")}
        </kbd>
      </button>
      {isOpen && (
        <Suspense fallback={<KeysMeanwhile onText={(key) => setBegun((before) => before + key)} />}>
          <Palette begun={begun} onClose={() => setIsOpen(false)} onListShortcuts={listShortcuts} />
        </Suspense>
      )}
      {isListOpen && (
        <Suspense>
          <ShortcutsDialog onClose={() => setIsListOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
