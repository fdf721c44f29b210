import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { createScannerEar } from "@/features/counter/lookup/scannedText";
import { useProfile } from "@/session/current";
import { GO_KEY, goShortcuts, LIST_KEY, SEARCH_KEY } from "./shortcuts";

/** Maximum pause before the second key. */
const SECOND_KEY_WITHIN_MS = 1500;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  );
}

/** Handles the keyboard shortcuts. Ignores keys typed into fields, and those of a scanner. */
export function useShortcuts(onList: () => void): void {
  const profile = useProfile();
  const navigate = useNavigate();
  const ear = useRef<ReturnType<typeof createScannerEar>>(undefined);
  const goAt = useRef(Number.NEGATIVE_INFINITY);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target, timeStamp, defaultPrevented } = event;
    ear.current ??= createScannerEar();
    const isAlone = ear.current(key, timeStamp).length === 1;
    const isPlain = isAlone && !ctrlKey && !metaKey && !altKey && !event.isComposing;
    if (!profile || defaultPrevented || !isPlain || isTyping(target)) return;
    if (document.querySelector("dialog[open]")) return;
    const isSecond = timeStamp - goAt.current < SECOND_KEY_WITHIN_MS;
    goAt.current = Number.NEGATIVE_INFINITY;
    const pressed = key.toLowerCase();
    const found = isSecond && goShortcuts(profile).find(({ keys }) => keys[1] === pressed);
    if (found) {
      event.preventDefault();
      void navigate(found.to);
    } else if (key === LIST_KEY) {
      event.preventDefault();
      onList();
    } else if (key === SEARCH_KEY) {
      const box = document.querySelector<HTMLInputElement>("main input[type=search]");
      if (!box) return;
      event.preventDefault();
      box.focus();
      box.select();
    } else if (pressed === GO_KEY) goAt.current = timeStamp;
  });
  // A layout effect, because keys may be pressed as soon as the page is painted.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
