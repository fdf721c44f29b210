// The app's messages: `m.some_message()` returns the text in the language of the page's HTML.
import { overwriteGetLocale } from "@/i18n/generated/runtime.js";

export { m } from "@/i18n/generated/messages.js";

export type Locale = "en" | "fr";

export function isLocale(value: unknown): value is Locale {
  return value === "en" || value === "fr";
}

let current: Locale | undefined;

/**
 * Returns the page's language from `<html lang>`, so that server, prerendered HTML and client
 * always agree.
 */
export function getLocale(): Locale {
  if (current) return current;
  const lang = typeof document === "undefined" ? "en" : document.documentElement.lang;
  return isLocale(lang) ? lang : "en";
}

// A build for one language contains only that language's messages.
if (!import.meta.env.APP_LOCALE) overwriteGetLocale(getLocale);

const languageTags = { en: "en-CA", fr: "fr-CA" } as const;

/** Returns the language with its country, as `Intl` needs it. */
export function getLanguageTag(): string {
  return languageTags[getLocale()];
}

/** Sets the language for prerendering, which has no document. */
export function renderIn(locale: Locale): void {
  current = locale;
}

const ONE_YEAR_IN_SECONDS = 31_536_000;

/**
 * Stores the visitor's choice in a cookie for the server, and reloads the page in that language.
 */
export function setLanguage(locale: Locale): void {
  document.cookie = `lang=${locale}; path=/; max-age=${ONE_YEAR_IN_SECONDS}; samesite=lax`;
  location.reload();
}
