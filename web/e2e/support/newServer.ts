// Starts a production server with an empty database, as an operator does for the first time.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary } from "./server.ts";

export interface NewServer {
  port: number;
  /** Token of the printed link to the first administrator. */
  token: string;
  /** Texts of the emails that have left. */
  readMails: () => Promise<string>;
  stop: () => Promise<void>;
}

/** Finds a free port. The public addresses contain it, so the server can't choose one itself. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Risks of production that a story on one machine takes. */
const ACCEPTED = "plain-http,mail-folder,mail-from,placeholders,public-metrics,sandbox-gateway";

export async function startNewServer(): Promise<NewServer> {
  const [port, data] = await Promise.all([freePort(), mkdtemp(join(tmpdir(), "funray-first-start-"))]);
  const mails = join(data, "mails");
  const server = spawn(
    binary,
    [
      "serve",
      "--listen",
      `127.0.0.1:${port}`,
      "--data",
      data,
      "--brand-host",
      `rayzr=rayzr.localhost:${port}`,
    ],
    {
      env: {
        ...process.env,
        FUNRAY_ENVIRONMENT: "production",
        FUNRAY_PRODUCTION_ALLOWS: ACCEPTED,
        FUNRAY_BRANDS__FUNRAY__PUBLIC_URL: `http://localhost:${port}`,
        FUNRAY_BRANDS__RAYZR__PUBLIC_URL: `http://rayzr.localhost:${port}`,
        FUNRAY_MAIL: `dir:${mails}`,
        FUNRAY_HTTP__TRUSTED_PROXIES: "127.0.0.1",
        FUNRAY_PASSWORDS__MEMORY_KIB: "64",
        FUNRAY_PASSWORDS__ITERATIONS: "1",
      },
    },
  );
  const token = await new Promise<string>((resolve, reject) => {
    let said = "";
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const found = /\/setup#token=(\S+)\s/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    };
    server.stdout.on("data", listen);
    server.stderr.on("data", listen);
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`The server ended before it printed a link:\n${said}`)));
  });
  const readMails = async () => {
    const names = await readdir(mails).catch(() => []);
    return (await Promise.all(names.map((name) => readFile(join(mails, name), "utf8")))).join("\n");
  };
  const stop = async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    await rm(data, { recursive: true, force: true });
  };
  return { port, token, readMails, stop };
}
