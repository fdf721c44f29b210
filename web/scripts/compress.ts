// Compresses files at build time with the best ratio. The program contains this form alone, and makes others when a client
// asks for them.
import { readFileSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, constants, gzipSync } from "node:zlib";

const compressible = new Set([".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"]);

const brotli = promisify(brotliCompress);

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  const packed = await brotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  await writeFile(`${file}.br`, packed);
  await rm(file);
}

/** Replaces every text below a folder by its compressed form. */
export async function compressTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)));
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

/** Returns a function for the size that a file of a compressed folder has after gzip. It keeps sizes: pages share files. */
export function gzipSizesIn(folder: string): (file: string) => number {
  const sizes = new Map<string, number>();
  return (file) => {
    const known = sizes.get(file);
    if (known !== undefined) return known;
    const content = brotliDecompressSync(readFileSync(join(folder, `${file}.br`)));
    const size = gzipSync(content, { level: constants.Z_BEST_COMPRESSION }).length;
    sizes.set(file, size);
    return size;
  };
}
