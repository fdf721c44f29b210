// How the message files become functions, said once for the bundler, the type checker and the command line.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile, type CompilerOptions } from "@inlang/paraglide-js";
import type { Plugin } from "vite";
import type { LocaleKey } from "./brands.ts";

const project = new URL("../project.inlang/", import.meta.url);

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

export const paraglide: CompilerOptions = {
  project: fileURLToPath(project).replace(/\/$/, ""),
  outdir: fileURLToPath(new URL("../src/i18n/generated", import.meta.url)),
  // The language of a page is the one its HTML was written in; src/i18n reads it from there.
  strategy: ["globalVariable", "baseLocale"],
  // One module per message: a page carries the words it says and no others.
  outputStructure: "message-modules",
  emitReadme: false,
  emitGitIgnore: false,
  emitPrettierIgnore: false,
};

/** The function that every compiled message exports: it picks the language's own function by name. */
const dispatcher = /\(\(inputs(?: = \{\})?, options = \{\}\) => \{\n\tconst locale = [^]*?\n\}\)/;

/** A compiled message that speaks one language: it is that language's function, and the bundler drops the other's. */
export function chooseLocale(message: string, locale: LocaleKey): string {
  const name = /^export const (\w+) = /m.exec(message)?.[1];
  if (name === undefined || !dispatcher.test(message)) {
    throw new Error("A compiled message chooses its language in a way we don't know");
  }
  return message.replace(dispatcher, `${locale}_${name}`);
}

/** Builds the app for one language: its visitors need not carry the words of the other. */
export function speakOnly(locale: LocaleKey): Plugin {
  return {
    name: "speak-only",
    transform: {
      filter: { id: /\/i18n\/generated\/messages\/(?!_index)[^/]+\.js$/ },
      handler: (code) => ({ code: chooseLocale(code, locale), map: null }),
    },
  };
}

/** All messages in one module: a unit test says a few of them, and to load each for itself takes longer than the test. */
export function messagesTogether(): Plugin {
  const folder = new URL("../src/i18n/generated/messages/", import.meta.url);
  return {
    name: "messages-together",
    load: {
      filter: { id: /\/i18n\/generated\/messages\/_index\.js$/ },
      handler: () => {
        const files = readdirSync(folder).filter((file) => file.endsWith(".js") && file !== "_index.js");
        const messages = files.map((file) => readFileSync(new URL(file, folder), "utf8"));
        const imports = [
          'import { getLocale, experimentalStaticLocale } from "../runtime.js";',
          'import * as registry from "../registry.js";',
        ];
        return [...imports, ...messages.map((message) => message.replace(/^import .*$/gm, ""))].join("\n");
      },
    },
  };
}

if (import.meta.main) {
  writeSettings();
  await compile(paraglide);
}
