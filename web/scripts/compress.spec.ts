import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { compressTree, gzipSizesIn } from "./compress.ts";

it("compressTree: replaces every text by its compressed form, at any depth, and skips pictures", async () => {
  const folder = await mkdtemp(join(tmpdir(), "compress-"));
  const text = "pine ".repeat(100);
  await mkdir(join(folder, "pages/en"), { recursive: true });
  await writeFile(join(folder, "pages/en/index.html"), text);
  await writeFile(join(folder, "icon.png"), text);
  await compressTree(folder);

  expect(await readdir(join(folder, "pages/en"))).toEqual(["index.html.br"]);
  expect(brotliDecompressSync(await readFile(join(folder, "pages/en/index.html.br"))).toString()).toBe(text);
  expect(gzipSizesIn(folder)("pages/en/index.html")).toBe(gzipSync(text, { level: 9 }).length);
  expect((await readdir(folder)).toSorted()).toEqual(["icon.png", "pages"]);
  await rm(folder, { recursive: true });
});
