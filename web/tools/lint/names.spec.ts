// Checks that exported names are unique in the app, so that searching for one finds one thing.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const src = fileURLToPath(new URL("../../src", import.meta.url));

/**
 * Files with repeated names on purpose: each brand has its own art, each folder of a
 * screen its routes, each test its helpers.
 */
const elsewhere =
  /(^|\/)(brands|generated|testing)\/|\.spec\.|\.d\.ts$|\/route\.tsx?$|areas\/\w+\/routes\.ts$/;
const exported = /^export (?:async )?(?:function|const|class|interface|type|enum|let) (\w+)/gm;

function namesOf(file: string): string[] {
  return [...readFileSync(join(src, file), "utf8").matchAll(exported)].map(([, name = ""]) => name);
}

it("exported names: are unique", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !elsewhere.test(file),
  );
  const homes = new Map<string, string[]>();
  for (const file of files) {
    for (const name of new Set(namesOf(file))) homes.set(name, [...(homes.get(name) ?? []), file]);
  }
  expect([...homes].filter(([, found]) => found.length > 1)).toEqual([]);
});
