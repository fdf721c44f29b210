// Starts the real server with demo data, and the style guide, which needs a special build. With BASE_URL and BASE_URL_RAYZR
// set, the stories use a running server instead.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";
import { brands } from "../../scripts/brands.ts";
import startSharedServer from "./sharedServer.ts";

const web = fileURLToPath(new URL("../..", import.meta.url));

type Stop = () => Promise<unknown>;

async function startStyleguides(): Promise<Stop> {
  const stops: Stop[] = [];
  process.env["VITE_STYLEGUIDE"] = "1";
  for (const brand of brands) {
    process.env["VITE_APP_KEY"] = brand;
    const outDir = join(web, ".cache", "styleguide", brand);
    await build({ root: web, logLevel: "warn", build: { outDir, emptyOutDir: true } });
    const server = await preview({ root: web, logLevel: "warn", build: { outDir }, preview: { port: 0 } });
    process.env[`STYLEGUIDE_URL_${brand.toUpperCase()}`] = server.resolvedUrls?.local[0] ?? "";
    stops.push(() => server.close());
  }
  return () => Promise.all(stops.map((stop) => stop()));
}

export default async function start(): Promise<Stop> {
  const stops = await Promise.all([startSharedServer(), startStyleguides()]);
  return () => Promise.all(stops.map((stop) => stop()));
}
