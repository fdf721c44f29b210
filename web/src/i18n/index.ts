// The words of the app. `m.some_message()` speaks the language that the page's HTML was written in.
import { overwriteGetLocale } from "./generated/runtime.js";

export { m } from "./generated/messages.js";

export type Locale = "en" | "fr";

export function isLocale(value: unknown): value is Locale {
  return value === "en" || value === "fr";
}

let current: Locale | undefined;

/** The page's language: what `<html lang>` says, so that server, prerendered HTML and client can never disagree. */
export function getLocale(): Locale {
  if (current) return current;
  const lang = typeof document === "undefined" ? "en" : document.documentElement.lang;
  return isLocale(lang) ? lang : "en";
}

// A build that speaks one language has its words in place already and needs no choosing between them.
if (!import.meta.env.APP_LOCALE) overwriteGetLocale(getLocale);

const languageTags = { en: "en-CA", fr: "fr-CA" } as const;

/** The language with its country, as `Intl` wants it. */
export function getLanguageTag(): string {
  return languageTags[getLocale()];
}

/** Prerendering has no document and says the language of each page itself. */
export function renderIn(locale: Locale): void {
  current = locale;
}

const ONE_YEAR_IN_SECONDS = 31_536_000;

/** Remembers the visitor's choice where the server looks for it, and fetches the page again in that language. */
export function setLanguage(locale: Locale): void {
  document.cookie = `lang=${locale}; path=/; max-age=${ONE_YEAR_IN_SECONDS}; samesite=lax`;
  location.reload();
}
