// Starts what the stories run against: the real server on demo data, and the style guide, which only special builds have.
// With BASE_URL and BASE_URL_RAYZR set, the stories run against a server that is there already.
import { spawn, type ChildProcess } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";
import { brands } from "../../scripts/brands.ts";

const web = fileURLToPath(new URL("../..", import.meta.url));
const binary = process.env["SERVER_BINARY"] ?? join(web, "../target/debug/funray");

type Stop = () => Promise<unknown>;

/** Resolves with the port that the server says it listens on; fails with all it said when it ends before that. */
function portOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(port);
    };
    server.stdout?.on("data", listen);
    server.stderr?.on("data", listen);
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`The server ended before it listened:\n${said}`)));
  });
}

async function startServer(): Promise<Stop> {
  if (process.env["BASE_URL"] && process.env["BASE_URL_RAYZR"]) return async () => undefined;
  await access(binary).catch(() => {
    throw new Error(
      `There is no server at ${binary}: run "cargo build" first, or set BASE_URL and BASE_URL_RAYZR`,
    );
  });
  const data = await mkdtemp(join(tmpdir(), "funray-stories-"));
  const server = spawn(binary, ["serve", "--demo", "--listen", "127.0.0.1:0", "--data", data], {
    // All stories come from this machine; each says itself who it is, or together they would be too many tries.
    env: { ...process.env, FUNRAY_HTTP__TRUSTED_PROXIES: "127.0.0.1" },
  });
  const port = await portOf(server);
  process.env["BASE_URL"] = `http://localhost:${port}`;
  process.env["BASE_URL_RAYZR"] = `http://rayzr.localhost:${port}`;
  return async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    await rm(data, { recursive: true, force: true });
  };
}

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
  const stops = [await startServer(), await startStyleguides()];
  return () => Promise.all(stops.map((stop) => stop()));
}
