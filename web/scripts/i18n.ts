// Compiles the message files to functions. Development and unit tests load one module per language. A build has one module per
// message, so that a page carries its own messages only.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile, type CompilerOptions } from "@inlang/paraglide-js";
import type { Plugin } from "vite";

const project = new URL("../project.inlang/", import.meta.url);

/** Folder of the messages of a build. Separate, so that a build doesn't disturb tests and a development server. */
export const builtMessages = fileURLToPath(new URL("../.cache/messages", import.meta.url));

/**
 * Writes the compiler's settings with all message files, so that new files need no registration.
 */
function writeSettings(): void {
  const files = readdirSync(new URL("../messages/en/", import.meta.url)).toSorted();
  const settings = {
    baseLocale: "en",
    locales: ["en", "fr"],
    modules: ["./node_modules/@inlang/plugin-message-format/dist/index.js"],
    "plugin.inlang.messageFormat": { pathPattern: files.map((file) => `./messages/{locale}/${file}`) },
  };
  mkdirSync(project, { recursive: true });
  writeFileSync(new URL("settings.json", project), JSON.stringify(settings));
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
export function messagesIn(locale: string): Plugin {
  return {
    name: "messages-in-one-language",
    transform: {
      filter: { id: `${builtMessages}/messages/*.js` },
      handler(code) {
        const choice = CHOICE.exec(code);
        const name = choice?.[1];
        if (!choice || name === undefined || !code.includes(`const ${locale}_${name} = `)) return null;
        return `${code.slice(0, choice.index)}export { ${locale}_${name} as ${name} };`;
      },
    },
  };
}

/** Compiles the messages for builds. */
export async function compileForBuild(): Promise<void> {
  await compile({
    ...paraglide,
    outdir: builtMessages,
    outputStructure: "message-modules",
    additionalFiles: { "runtime.js": builtRuntime },
  });
}

if (import.meta.main) {
  writeSettings();
  await compile(paraglide);
}
