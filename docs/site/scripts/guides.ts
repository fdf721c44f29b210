// Runs the commands of the guides against the program, each page in a folder of its own: `make test-guides`.
// A block that begins with "```sh run" is run. A block "```text output" behind it must fit its output, line by line; "…" fits any text.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pages } from "./documents.ts";
import { commandsPage } from "./reference/commands.ts";
import { metrics } from "./reference/metrics.ts";
import { referenceFolder } from "./reference/pages.ts";
import { matches, root } from "./repository.ts";

type Block = { command: string; output: string[] };

const program = resolve(process.argv[2] ?? join(root, "target/debug/funray"));
const longest = 60_000;

function blocksOf(text: string): Block[] {
  const found = matches(text, /^```(sh run|text output)\n([\s\S]*?)^```$/gm);
  const blocks: Block[] = [];
  for (const [, kind, body = ""] of found) {
    if (kind === "sh run") blocks.push({ command: body, output: [] });
    else blocks.at(-1)?.output.push(...body.trimEnd().split("\n"));
  }
  return blocks;
}

/** Returns a port that is free now. */
function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Returns the expected lines that are not in the output, in order. */
function missingLines(output: string, expected: string[]): string[] {
  let rest = output.split("\n");
  return expected.filter((line) => {
    const pattern = new RegExp(
      `^${line
        .split("…")
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
        .join(".*")}$`,
    );
    const at = rest.findIndex((one) => pattern.test(one.trimEnd()));
    if (at >= 0) rest = rest.slice(at + 1);
    return at < 0;
  });
}

const marker = "@@ end of a block @@";

/** Runs all blocks of a page in one shell, so that later ones see variables of earlier ones. */
async function run(source: string, text: string): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "funray-guide-"));
  const bin = join(folder, "bin");
  const work = join(folder, "work");
  mkdirSync(bin);
  mkdirSync(work);
  symlinkSync(program, join(bin, "funray"));
  const [port, opsPort] = [await freePort(), await freePort()];
  const ports = (part: string) =>
    part
      .replaceAll("127.0.0.1:8080", `127.0.0.1:${port}`)
      .replaceAll("127.0.0.1:8081", `127.0.0.1:${opsPort}`);
  const blocks = blocksOf(text);
  // Programs that a block starts in the background must end with the page.
  const script = `set -euo pipefail\ntrap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n${blocks.map(({ command }) => `${ports(command)}\necho '${marker}'\n`).join("")}`;
  // The folder above `docs/site` is where readers have the source.
  const env = { ...process.env, PATH: `${bin}:${process.env["PATH"]}`, SOURCE: root };
  const result = spawnSync("bash", ["-c", script], { cwd: work, env, encoding: "utf8", timeout: longest });
  rmSync(folder, { recursive: true, force: true });
  const outputs = result.stdout.split(`${marker}\n`);
  const done = outputs.length - 1;
  if (result.status !== 0) {
    const shown = `${outputs.at(-1)}${result.stderr.split("\n").slice(-15).join("\n")}`;
    return `${source}: block ${done + 1} of ${blocks.length} failed:\n${blocks[done]?.command}\n${shown}`;
  }
  for (const [at, { command, output }] of blocks.entries()) {
    const missing = missingLines(outputs[at] ?? "", output.map(ports));
    if (missing.length > 0)
      return `${source}: this is not in the output of\n${command}\nmissing:\n${missing.join("\n")}\nprinted:\n${outputs[at]}`;
  }
  return undefined;
}

/** Compares the page of commands with the help of the program. */
function checkCommands(): string | undefined {
  const isCurrent =
    readFileSync(join(root, referenceFolder, "commands.md"), "utf8") === commandsPage(program);
  return isCurrent ? undefined : `${referenceFolder}/commands.md is out of date: run make reference`;
}

/** Compares the page of metrics with a running program: each metric must be there, with its type. */
async function checkMetrics(): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "funray-metrics-"));
  const port = await freePort();
  const commands = `trap 'kill $(jobs -p)' EXIT
    funray=$1
    $funray serve --data "$2" --listen 127.0.0.1:$3 > /dev/null 2>&1 &
    until $funray healthcheck --data "$2" --listen 127.0.0.1:$3 > /dev/null 2>&1; do kill -0 $! || exit 1; sleep 0.1; done
    curl --silent --show-error --fail http://127.0.0.1:$3/metrics`;
  const result = spawnSync("bash", ["-c", commands, "bash", program, folder, String(port)], {
    encoding: "utf8",
    timeout: longest,
  });
  rmSync(folder, { recursive: true, force: true });
  if (result.status !== 0) return `the page of metrics can't be read: ${result.stderr}`;
  const known = new Map(metrics().map(({ name, type }) => [name.replace(/_total$|_info$/, ""), type]));
  const wrong = matches(result.stdout, /^# TYPE (\w+) (\w+)$/gm).filter(
    ([, name = "", type]) => known.get(name) !== type,
  );
  return wrong.length === 0
    ? undefined
    : `the page of metrics differs from the program: ${wrong.map(([line]) => line).join("; ")}`;
}

const guides = pages().filter(({ text }) => text.includes("\n```sh run\n"));
const started = Date.now();
const faults = [
  checkCommands(),
  await checkMetrics(),
  ...(await Promise.all(guides.map(({ source, text }) => run(source, text)))),
];
const found = faults.filter((fault) => fault !== undefined);
for (const fault of found) console.error(`${fault}\n`);
if (found.length > 0) process.exit(1);
console.log(
  `guides: ${guides.length} pages with ${guides.flatMap(({ text }) => blocksOf(text)).length} blocks in ${Math.round((Date.now() - started) / 1000)} s`,
);
