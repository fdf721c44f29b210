// Changes Vite's helper for dynamic imports: a module that could not be loaded is loaded again
// (src/lib/importAgain.ts), and a stylesheet that could not be loaded is not taken for loaded.
import type { Plugin } from "vite";

const HELPER = "\0vite/preload-helper.js";

/** Code of the helper, and what takes its place. The build fails if a new release of Vite has other code. */
const changes: [string, string][] = [
  ["return baseModule()", "return importWith(baseModule)"],
  ["(err) => {\n\t\tseen[href] = void 0;", "(err) => {\n\t\tdelete seen[href];"],
  ['if (e.type === "error") rej', 'if (e.type === "error") link.remove(), rej'],
];

export function importsAgain(src: string): Plugin {
  return {
    name: "imports-again",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler(code, id) {
        if (id !== HELPER) return undefined;
        const changed = changes.reduce((text, [before, after]) => {
          if (!text.includes(before)) throw new Error(`Vite's helper for imports has no "${before}"`);
          return text.replace(before, after);
        }, code);
        return `import { importWith } from ${JSON.stringify(`${src}/lib/missingCode.ts`)};\n${changed}`;
      },
    },
  };
}
