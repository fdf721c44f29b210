// Editions of the web app: every brand in every language. A brand is a folder (docs/decisions/brand-folders.md).
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Plugin } from "vite";

const root = resolve(import.meta.dirname, "../../brands");

export type BrandKey = string;

export const locales = ["en", "fr"] as const;
export type LocaleKey = (typeof locales)[number];

/** One way to build the app. A development server and Node speak all languages at once: no locale. */
export interface Edition {
  brand: BrandKey;
  locale?: LocaleKey | undefined;
}

/** Facts of a brand that the web app needs. The build of the program checks the whole folder. */
export interface BrandFacts {
  slug: BrandKey;
  folder: string;
  name: string;
  company: string;
  hasCauses: boolean;
  style: "paper" | "night";
  logoWidth: number;
  /** Colours by their key in the section `colours`, such as `light.ground`. */
  colours: ReadonlyMap<string, string>;
}

/** Parses the part of TOML that a `brand.toml` consists of: sections, and values that JSON has too. */
function parse(text: string): Map<string, unknown> {
  const values = new Map<string, unknown>();
  let section = "";
  for (const line of text.split("\n")) {
    const [, head] = /^\[([\w.]+)\]$/.exec(line.trim()) ?? [];
    const [, key, value] = /^(\w+) = (.+)$/.exec(line.trim()) ?? [];
    if (head !== undefined) section = `${head}.`;
    else if (key !== undefined && value !== undefined) values.set(section + key, JSON.parse(value));
  }
  return values;
}

function read(folder: string): BrandFacts {
  const values = parse(readFileSync(join(folder, "brand.toml"), "utf8"));
  const value = (key: string): unknown => {
    if (!values.has(key)) throw new Error(`${folder}/brand.toml lacks ${key}`);
    return values.get(key);
  };
  const colours = [...values].flatMap(([key, colour]): [string, string][] =>
    key.startsWith("colours.") ? [[key.slice("colours.".length), String(colour)]] : [],
  );
  return {
    slug: basename(folder),
    folder,
    name: String(value("name")),
    company: String(value("company.name")),
    hasCauses: value("causes") === true,
    style: value("style") === "night" ? "night" : "paper",
    logoWidth: Number(value("logo_width")),
    colours: new Map(colours),
  };
}

/** Lists the brands that `BRANDS` names, by slug or folder, or all of them. The first one is the default. */
export function listBrands(named = process.env["BRANDS"] ?? ""): BrandFacts[] {
  const chosen = named.split(/\s+/).filter((slug) => slug !== "");
  const all = readdirSync(root).filter((slug) => existsSync(join(root, slug, "brand.toml")));
  return (chosen.length > 0 ? chosen : all.toSorted()).map((slug) => read(resolve(root, slug)));
}

const listed = listBrands();

export const brands: readonly BrandKey[] = listed.map(({ slug }) => slug);

/** Returns the facts of a listed brand. */
export function factsOf(slug: BrandKey): BrandFacts {
  const found = listed.find((brand) => brand.slug === slug);
  if (!found) throw new Error(`There is no brand ${slug}; the brands are ${brands.join(", ")}`);
  return found;
}

export function editionOf(environment: NodeJS.ProcessEnv): Edition {
  const named = environment["VITE_APP_KEY"];
  return {
    brand: brands.find((slug) => slug === named) ?? brands[0] ?? "",
    locale: locales.find((key) => key === environment["APP_LOCALE"]),
  };
}

/** Returns the constants that the code of a brand's build reads. */
export function constantsOf({ slug, name, hasCauses, logoWidth }: BrandFacts): Record<string, string> {
  const all = listed.map((brand) => ({
    slug: brand.slug,
    name: brand.name,
    hasCauses: brand.hasCauses,
    company: brand.company,
  }));
  return {
    ALL_BRANDS: JSON.stringify(all),
    BRAND_FACTS: JSON.stringify({ slug, name, hasCauses, logoWidth }),
  };
}

/** Replaces colours in the theme of a style by those of the brand. */
export function withColours(css: string, { colours }: Pick<BrandFacts, "colours">): string {
  const replaced = (whole: string, name: string, value: string): string => {
    const key = name === "spark" ? "mark" : name.replaceAll("-", "_");
    const [light, dark] = [colours.get(`light.${key}`), colours.get(`dark.${key}`)];
    const own = light && dark ? `light-dark(${light}, ${dark})` : colours.get(key);
    const isAlike = own?.startsWith("light-dark") === value.startsWith("light-dark");
    return own !== undefined && isAlike ? whole.replace(value, own) : whole;
  };
  return css.replaceAll(/^ *--([\w-]+): (light-dark\(#\w{6}, #\w{6}\)|#\w{6});$/gm, replaced);
}

/** Vite plugin for the theme of the brand that is built. */
export function brandTheme(brand: BrandFacts): Plugin {
  return {
    name: "brand-theme",
    enforce: "pre",
    transform: {
      filter: { id: /\/brands\/(paper|night)\/theme\.css$/ },
      handler: (css) => ({ code: withColours(css, brand), map: null }),
    },
  };
}
