import { getLocale } from "@/i18n";

/** Returns a name in the page's language: the French one on French pages, if there is one. */
export function inLanguage<Name extends string | null>(name: Name, frenchName: string | null): Name | string {
  return getLocale() === "fr" ? (frenchName ?? name) : name;
}

interface Choice {
  value: string;
  text: string;
  frenchText: string | null;
}

/** Translates the choices of a select as `inLanguage` does. */
export function choicesInLanguage(choices: readonly Choice[]): Choice[] {
  return choices.map((choice) => ({ ...choice, text: inLanguage(choice.text, choice.frenchText) }));
}
