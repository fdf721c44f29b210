// Fails when a built page loads a script, a style, a font or a picture from another site.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const dist = join(import.meta.dirname, "../dist");
const loads =
  /<(?:script|img|iframe|source)[^>]*\ssrc=["']https?:|<link[^>]*rel=["'](?:stylesheet|preload|preconnect|icon)["'][^>]*href=["']https?:/i;
const imports = /url\(["']?https?:|@import ["']https?:/;

const remote = globSync("**/*.{html,css}", { cwd: dist }).filter((file) => {
  const text = readFileSync(join(dist, file), "utf8");
  return file.endsWith(".css") ? imports.test(text) : loads.test(text);
});
if (remote.length > 0) throw new Error(`these pages load parts from other sites: ${remote.join(", ")}`);
