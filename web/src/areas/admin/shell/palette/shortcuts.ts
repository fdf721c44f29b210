// Keys that lead somewhere: those that the pages in the sidebar name, and those of the portal itself.
import { m } from "@/i18n";
import type { Profile } from "@/session/current";
import { sidebarOf } from "@/areas/admin/shell/sidebar";

export interface Shortcut {
  /** Pressed one after the other; joined by a plus where they are held together. */
  keys: readonly string[];
  label: string;
  /** Where they lead, if they lead to a page. */
  to?: string;
}

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

/** The first of two keys that lead to a page. */
export const GO_KEY = "g";

/** Lists all keys. */
export const LIST_KEY = "?";

/** Goes to the search of the page. */
export const SEARCH_KEY = "/";

/** Held together they open the palette. */
export const PALETTE_KEYS = /Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘+K" : "Ctrl+K";

/** The pages that somebody can go to by keys. */
export function goShortcuts(profile: Profile): (Shortcut & { to: string })[] {
  return sidebarOf(profile)
    .flat()
    .flatMap(({ label, to, goKey }) => (goKey ? [{ keys: [GO_KEY, goKey], label, to }] : []));
}

/** All that somebody can do by keys in the portal. */
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
