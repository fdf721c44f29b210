// Starts the real server with demo data.
import { spawn, type ChildProcess } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
export const binary = process.env["SERVER_BINARY"] ?? join(root, "target/debug/funray");

/** Resolves with the server's port, or fails with its output if it ends before listening. */
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

export interface Server {
  port: string;
  stop: () => Promise<void>;
}

/** Starts a server with these settings, such as `FUNRAY_SESSIONS__MOST`, and waits until it listens. */
export async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  await access(binary).catch(() => {
    throw new Error(
      `There is no server at ${binary}: run "cargo build" first, or set BASE_URL and BASE_URL_RAYZR`,
    );
  });
  const data = await mkdtemp(join(tmpdir(), "funray-stories-"));
  const server = spawn(binary, ["serve", "--demo", "--listen", "127.0.0.1:0", "--data", data], {
    // All stories share this machine's address, so each sends one of its own; otherwise rate limits would apply to all
    // together. The demo's few buyers buy for all stories at once, which would look like fraud.
    env: {
      ...process.env,
      FUNRAY_HTTP__TRUSTED_PROXIES: "127.0.0.1",
      FUNRAY_FRAUD__DECLINES_PER_PERSON: "1000",
      FUNRAY_FRAUD__DECLINES_PER_ADDRESS: "1000",
      // A wrong card code still holds a payment for review, as the stories about reviews need.
      FUNRAY_FRAUD__REVIEW_SCORE: "60",
      FUNRAY_FRAUD__YOUNG_ACCOUNT_DOLLARS: "100000",
      FUNRAY_FRAUD__YOUNG_ACCOUNT_CARDS: "100000",
      // Cheap password hashes, because stories sign in hundreds of times.
      FUNRAY_PASSWORDS__MEMORY_KIB: "64",
      FUNRAY_PASSWORDS__ITERATIONS: "1",
      // Easy captchas, for the same reason.
      FUNRAY_CAPTCHA__ALTCHA_COST: "100",
      FUNRAY_CAPTCHA__ALTCHA_COUNTER_MIN: "10",
      FUNRAY_CAPTCHA__ALTCHA_COUNTER_MAX: "30",
      // All stories sign in as the same demo users, with more sessions than a person has.
      FUNRAY_SESSIONS__MOST: "100000",
      ...settings,
    },
  });
  const port = await portOf(server);
  const stop = async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    await rm(data, { recursive: true, force: true });
  };
  return { port, stop };
}
