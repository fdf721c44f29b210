import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { drawSprite, spriteFile } from "./icon-sprite.ts";

it("icon sprite: equals src/ui/icons.svg (otherwise run node scripts/icon-sprite.ts)", async () => {
  expect(await readFile(spriteFile, "utf8")).toBe(await drawSprite());
});
