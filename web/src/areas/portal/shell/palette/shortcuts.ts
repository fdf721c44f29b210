// Keyboard shortcuts: those of sidebar pages, and those of the portal itself.
import { m } from "@/i18n";
import type { Profile } from "@/session/current";
import { sidebarOf } from "@/areas/portal/shell/sidebar";

export interface Shortcut {
  /** Keys to press in sequence; a plus joins keys held together. */
  keys: readonly string[];
  label: string;
  /** Page that the shortcut opens, if any. */
  to?: string;
}

interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

/** First of the two keys that open a page. */
export const GO_KEY = "g";

/** Key that lists all shortcuts. */
export const LIST_KEY = "?";

/** Key that focuses the page's search. */
export const SEARCH_KEY = "/";

/** Keys that open the palette. */
export const PALETTE_KEYS = /Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘+K" : "Ctrl+K";

/** Returns the pages that the user can open by keyboard. */
export function goShortcuts(profile: Profile): (Shortcut & { to: string })[] {
  return sidebarOf(profile)
    .flat()
    .flatMap(({ label, to, goKey }) => (goKey ? [{ keys: [GO_KEY, goKey], label, to }] : []));
}

/** Returns all shortcuts of the user. */
export function shortcutsOf(profile: Profile): ShortcutGroup[] {
  const everywhere: Shortcut[] = [
    { keys: [PALETTE_KEYS], label: m.palette_title() },
    { keys: [SEARCH_KEY], label: m.shortcuts_search() },
    { keys: [LIST_KEY], label: m.shortcuts_title() },
    { keys: ["Esc"], label: m.shortcuts_close() },
  ];
  return [
    { title: m.shortcuts_everywhere(), shortcuts: everywhere },
    { title: m.shortcuts_go(), shortcuts: goShortcuts(profile) },
  ].filter(({ shortcuts }) => shortcuts.length > 0);
}
