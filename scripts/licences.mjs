// Prints the licence texts of everything in a release, from its list of components (CycloneDX) and the packages on this machine.
// Usage: node scripts/licences.mjs target/production/funray.cdx.json
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const { components } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const registry = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry/src");
const indexes = existsSync(registry) ? readdirSync(registry).map((index) => join(registry, index)) : [];

function foldersOf({ name, version, purl }) {
  if (purl.startsWith("pkg:npm/")) return [join(root, "web/node_modules", name)];
  return indexes.map((index) => join(index, `${name}-${version}`));
}

function textsOf(component) {
  const folders = foldersOf(component).filter((folder) => existsSync(folder));
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => /^(licen[cs]e|copying|notice|unlicense)/i.test(file))
      .toSorted()
      .map((file) => join(folder, file))
      .filter((file) => statSync(file).isFile())
      .map((file) => readFileSync(file, "utf8").trim()),
  );
}

// Most crates have one of few texts, so each text appears once, below the names of its packages.
const byText = new Map();
const without = [];
for (const component of components) {
  const title = `${component.name} ${component.version}`;
  const texts = textsOf(component);
  if (texts.length === 0) {
    const names = component.licenses.map(({ expression }) => expression).join(", ");
    without.push(`${title}: ${names}`);
  }
  for (const text of texts) byText.set(text, [...(byText.get(text) ?? []), title]);
}
const line = "=".repeat(80);
for (const [text, titles] of byText) console.log(`${line}\n${titles.join(", ")}\n${line}\n\n${text}\n`);
if (without.length > 0) console.log(`${line}\nPackages without a text of their own\n${line}\n\n${without.join("\n")}`);
