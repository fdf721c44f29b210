// Checks that only messages choose plural forms: languages differ in their plural rules, so code
// must not.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const web = fileURLToPath(new URL("../..", import.meta.url));

function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(join(web, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file) && !file.includes("generated"))
    .map((file) => join(web, folder, file));
}

function countingMessages(language: string): string[] {
  const messages = filesBelow(`messages/${language}`, /\.json$/).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>),
  );
  return messages.flatMap(([key, message]) => (typeof message === "string" ? [] : key)).toSorted();
}

it("plurals: no code chooses a message by comparing with 1", () => {
  const guilty = filesBelow("src", /\.tsx?$/).filter((file) =>
    /[=!]== "?1"?\s*\?[^:]*\bm\.\w+\(/.test(readFileSync(file, "utf8")),
  );
  expect(guilty).toEqual([]);
});

it("plurals: a message with plural forms in one language has them in the other", () => {
  expect(countingMessages("fr")).toEqual(countingMessages("en"));
});
