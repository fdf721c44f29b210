import { getLocale } from "@/i18n";

/** English and French names of the provinces and territories whose names differ. */
const names = [
  ["British Columbia", "Colombie-Britannique"],
  ["New Brunswick", "Nouveau-Brunswick"],
  ["Newfoundland and Labrador", "Terre-Neuve-et-Labrador"],
  ["Northwest Territories", "Territoires du Nord-Ouest"],
  ["Nova Scotia", "Nouvelle-Écosse"],
  ["Prince Edward Island", "Île-du-Prince-Édouard"],
  ["Quebec", "Québec"],
] as const;

/** Removes case, accents and hyphens for comparison. */
function fold(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll("-", " ")
    .trim()
    .toLowerCase();
}

/**
 * Returns the name of a province or territory in the page's language. Addresses contain the name as
 * it was typed. Abbreviations and unknown names are returned unchanged.
 */
export function provinceName(typed: string): string {
  const wanted = fold(typed);
  const found = names.find((pair) => pair.some((name) => fold(name) === wanted));
  return found?.[getLocale() === "fr" ? 1 : 0] ?? typed;
}

/** Translates the province at the end of a place. */
export function withProvinceName(value: string): string {
  const parts = value.split(", ");
  return [...parts.slice(0, -1), ...parts.slice(-1).map(provinceName)].join(", ");
}
