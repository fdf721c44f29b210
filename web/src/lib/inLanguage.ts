import { getLocale } from "@/i18n";

/** What a list calls a thing, in the page's language where it has a name in it. */
export function inLanguage<Name extends string | null>(name: Name, frenchName: string | null): Name | string {
  return getLocale() === "fr" ? (frenchName ?? name) : name;
}

interface Choice {
  value: string;
  text: string;
  frenchText: string | null;
}

/** The same for a list that somebody chooses from. */
export function choicesInLanguage(choices: readonly Choice[]): Choice[] {
  return choices.map((choice) => ({ ...choice, text: inLanguage(choice.text, choice.frenchText) }));
}
