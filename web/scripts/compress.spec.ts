import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { compressTree } from "./compress.ts";

it("compressTree: writes both compressed forms of every text, at any depth, and skips pictures", async () => {
  const folder = await mkdtemp(join(tmpdir(), "compress-"));
  const text = "pine ".repeat(100);
  await mkdir(join(folder, "pages/en"), { recursive: true });
  await writeFile(join(folder, "pages/en/index.html"), text);
  await writeFile(join(folder, "icon.png"), text);
  await compressTree(folder);

  expect((await readdir(join(folder, "pages/en"))).toSorted()).toEqual([
    "index.html",
    "index.html.br",
    "index.html.gz",
  ]);
  expect(brotliDecompressSync(await readFile(join(folder, "pages/en/index.html.br"))).toString()).toBe(text);
  expect(gunzipSync(await readFile(join(folder, "pages/en/index.html.gz"))).toString()).toBe(text);
  expect((await readdir(folder)).toSorted()).toEqual(["icon.png", "pages"]);
  await rm(folder, { recursive: true });
});
