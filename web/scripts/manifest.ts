// Reads Vite's manifest: the chunk of each source file, and the files that each chunk needs.
import { readFile } from "node:fs/promises";
import type { Manifest } from "vite";

export type { Manifest };

export async function readManifest(file: string): Promise<Manifest> {
  return JSON.parse(await readFile(file, "utf8")) as Manifest;
}

export interface Files {
  scripts: string[];
  styles: string[];
  assets: string[];
}

/** Everything that has to be there before these source files can run: themselves and all they import, each file once. */
export function filesOf(manifest: Manifest, sources: string[]): Files {
  const seen = new Set<string>();
  const styles = new Set<string>();
  const assets = new Set<string>();
  const visit = (key: string): string[] => {
    if (seen.has(key)) return [];
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build made nothing of ${key}`);
    chunk.css?.forEach((file) => styles.add(file));
    chunk.assets?.forEach((file) => assets.add(file));
    return [chunk.file, ...(chunk.imports ?? []).flatMap(visit)];
  };
  const scripts = sources.flatMap(visit);
  return { scripts, styles: [...styles], assets: [...assets] };
}
