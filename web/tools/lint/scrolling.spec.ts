// Checks that what scrolls sideways hides the other direction: browsers let it scroll as well, and
// some draw a scrollbar for a single pixel.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const src = fileURLToPath(new URL("../../src", import.meta.url));

it("scrolling: a class list with overflow-x-auto also says how it overflows downwards", () => {
  const guilty = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) => readFileSync(join(src, file), "utf8").match(/"[^"\n]*overflow-x-auto[^"\n]*"/g) ?? [])
    .filter((classes) => !classes.includes("overflow-y-"));
  expect(guilty).toEqual([]);
});
