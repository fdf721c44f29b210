// Choices of the palette, and how well they match the text.
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { entriesOf } from "@/areas/portal/menu";
import { isAdministrator, isVendorManager } from "@/session/can";
import type { Profile } from "@/session/current";
import type { PageAction } from "@/shared/page/pageActions";
import { sidebarOf } from "@/areas/portal/shell/sidebar";
import { GO_KEY } from "./shortcuts";

export interface PaletteChoice extends PageAction {
  /** Unique key, under which recent pages are stored. */
  key: string;
  /** Shortcut that does the same without the palette. */
  keys?: readonly string[] | undefined;
}

export interface PaletteGroup {
  title: string;
  choices: readonly PaletteChoice[];
}

/** Makes a choice of a page; its address is the key. */
export function pageChoice({
  goKey,
  ...page
}: PageAction & { to: string; goKey?: string | undefined }): PaletteChoice {
  return { ...page, key: page.to, keys: goKey === undefined ? undefined : [GO_KEY, goKey] };
}

/**
 * Returns pages without a sidebar entry of their own: those of the ledger and the support lists.
 */
function innerPages(profile: Profile): (PageAction & { to: string })[] {
  if (!isAdministrator(profile)) return [];
  const within = (group: "books" | "desk", note: string) =>
    entriesOf(group, profile).map((entry) => Object.assign(entry, { note }));
  return [...within("books", m.books_title()), ...within("desk", m.admin_helpdesk())];
}

/**
 * Returns all portal pages that the user may see, except those of single records, and links out of
 * the portal.
 */
export function pagesOf(profile: Profile): PaletteChoice[] {
  const scan = { label: m.counter_scan(), to: paths.scanCode(), icon: "scan-line" as const };
  return [
    ...sidebarOf(profile).flat(),
    ...innerPages(profile).filter(({ to }) => to !== adminPaths.books()),
    ...entriesOf("add", profile),
    ...(isVendorManager(profile) ? [scan] : []),
    { label: m.admin_account(), to: paths.account(), icon: "circle-user" as const },
    { label: m.admin_to_shop(), to: paths.home(), icon: "store" as const },
  ].map(pageChoice);
}

/** Removes case and accents for comparison. */
function fold(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase();
}

/**
 * Scores how well a choice matches a text: 0 is not at all, more is better. Every word of the text
 * must be found.
 */
function fitOf({ label, note = "" }: Pick<PaletteChoice, "label" | "note">, text: string): number {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const name = fold(label);
  const all = `${name} ${fold(note)}`;
  if (!words.every((word) => all.includes(word))) return 0;
  if (name.startsWith(words.join(" "))) return 3;
  return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 2 : 1;
}

/** Returns the choices that match a text, best first. Without a text, returns all unchanged. */
export function fitting(choices: readonly PaletteChoice[], text: string): PaletteChoice[] {
  return choices
    .map((choice) => ({ choice, fit: fitOf(choice, text) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((one, other) => other.fit - one.fit)
    .map(({ choice }) => choice);
}
