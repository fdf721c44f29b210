// Editions of the web app: every brand in every language.

export const brands = ["funray", "rayzr"] as const;
export type BrandKey = (typeof brands)[number];

export const locales = ["en", "fr"] as const;
export type LocaleKey = (typeof locales)[number];

/** One way to build the app. A development server and Node speak all languages at once: no locale. */
export interface Edition {
  brand: BrandKey;
  locale?: LocaleKey | undefined;
}

function oneOf<Key extends string>(keys: readonly Key[], value: string | undefined): Key | undefined {
  return keys.find((key) => key === value);
}

export function editionOf(environment: NodeJS.ProcessEnv): Edition {
  return {
    brand: oneOf(brands, environment["VITE_APP_KEY"]) ?? "funray",
    locale: oneOf(locales, environment["APP_LOCALE"]),
  };
}
