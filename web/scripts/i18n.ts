// Compiles the message files to functions. Development and unit tests load one module per language. A build has one module per
// message, so that a page carries its own messages only.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile, type CompilerOptions } from "@inlang/paraglide-js";
import { locales, type BrandFacts, type LocaleKey } from "./brands.ts";
import type { Plugin } from "vite";

const project = new URL("../project.inlang/", import.meta.url);

const cache = fileURLToPath(new URL("../.cache", import.meta.url));

/** Returns the messages that a brand says in its own words. Keys with a dot are for the program. */
function ownWords(brand: BrandFacts, locale: LocaleKey): [string, unknown][] {
  const file = join(brand.folder, "words", `${locale}.json`);
  const words = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  return Object.entries(words).filter(([key]) => !key.includes("."));
}

/**
 * Returns the folder of the messages of a build. It is separate, so that a build doesn't disturb tests and a development server. A
 * brand with words of its own has its own folder.
 */
export function builtMessages(brand: BrandFacts): string {
  return join(cache, "messages", ownWords(brand, "en").length > 0 ? brand.slug : "all");
}

/**
 * Writes the compiler's settings with all message files, so that new files need no registration. Paths are relative to the folder
 * above, from which `web` leads to the web app.
 */
function writeSettings(folder: string, web: string, own: readonly string[] = []): void {
  const files = readdirSync(new URL("../messages/en/", import.meta.url)).toSorted();
  const settings = {
    baseLocale: "en",
    locales: ["en", "fr"],
    modules: [`${web}/node_modules/@inlang/plugin-message-format/dist/index.js`],
    "plugin.inlang.messageFormat": {
      pathPattern: [...files.map((file) => `${web}/messages/{locale}/${file}`), ...own],
    },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
}

/** Options for development and unit tests. */
export const paraglide: CompilerOptions = {
  project: fileURLToPath(project).replace(/\/$/, ""),
  outdir: fileURLToPath(new URL("../src/i18n/generated", import.meta.url)),
  // The language of a page is the one its HTML was written in; src/i18n reads it from there.
  strategy: ["globalVariable", "baseLocale"],
  outputStructure: "locale-modules",
  emitReadme: false,
  emitGitIgnore: false,
  emitPrettierIgnore: false,
};

/**
 * Part of Paraglide's runtime that the messages use. In a build for one language, `experimentalStaticLocale` is a constant, so the
 * bundler drops the messages of the other language. Paraglide's own runtime checks it when the app starts, which is too late.
 */
const builtRuntime = `
export const experimentalStaticLocale = import.meta.env.APP_LOCALE || undefined;
let current = () => "en";
export const getLocale = () => current();
export const overwriteGetLocale = (given) => (current = given);
`;

/** Start of the function that chooses a message's language. It ends the module. */
const CHOICE = /^export const (\w+) = /m;

/**
 * Returns a plugin for a build in one language: a message is exported as the function of that language, without the one that
 * chooses. Minifiers don't inline it, and it makes the messages of a page a twentieth larger.
 */
export function messagesIn(locale: string, brand: BrandFacts): Plugin {
  return {
    name: "messages-in-one-language",
    transform: {
      filter: { id: `${builtMessages(brand)}/messages/*.js` },
      handler(code) {
        const choice = CHOICE.exec(code);
        const name = choice?.[1];
        if (!choice || name === undefined || !code.includes(`const ${locale}_${name} = `)) return null;
        return `${code.slice(0, choice.index)}export { ${locale}_${name} as ${name} };`;
      },
    },
  };
}

/** Compiles the messages for the build of a brand. */
export async function compileForBuild(brand: BrandFacts): Promise<void> {
  const outdir = builtMessages(brand);
  let { project: used } = paraglide;
  if (basename(outdir) === brand.slug) {
    used = join(cache, `${brand.slug}.inlang`);
    for (const locale of locales) {
      mkdirSync(join(cache, "words", locale), { recursive: true });
      const words = JSON.stringify(Object.fromEntries(ownWords(brand, locale)));
      writeFileSync(join(cache, "words", locale, `${brand.slug}.json`), words);
    }
    writeSettings(used, "..", [`./words/{locale}/${brand.slug}.json`]);
  }
  await compile({
    ...paraglide,
    project: used,
    outdir,
    outputStructure: "message-modules",
    additionalFiles: { "runtime.js": builtRuntime },
  });
}

if (import.meta.main) {
  writeSettings(fileURLToPath(project), ".");
  await compile(paraglide);
}
