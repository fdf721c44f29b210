// Starts WebKitGTK of Debian on a screen of its own, and sends it commands of WebDriver.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const BROWSER = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

/** Longest wait for an element, for the browser's start, and for one reply of the driver, which loses some when a page is left. */
const PATIENCE_MS = 60_000;
const START_MS = 30_000;
const REPLY_MS = 5_000;

/** Sends a command to the session. */
export type Ask = <Reply>(method: string, path: string, body?: object) => Promise<Reply>;

export interface WebKit {
  ask: Ask;
  stop: () => Promise<void>;
}

export interface Size {
  width: number;
  height: number;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Repeats an attempt until it returns something else than `undefined`, `false` or `null`. */
export async function until<Found>(
  what: string,
  attempt: () => Promise<Found | null | undefined>,
  describe: () => Promise<string> = async () => "",
): Promise<Found> {
  const end = Date.now() + PATIENCE_MS;
  let failure: unknown;
  while (Date.now() < end) {
    failure = undefined;
    const found = await attempt().catch((error: unknown) => void (failure = error));
    if (found) return found;
    await pause(50);
  }
  const place = await describe().catch(() => "");
  throw new Error(`WebKit waited in vain for ${what} (${String(failure)}) ${place}`);
}

type Process = Pick<ChildProcess, "kill">;

/** A directory of settings in which GTK animates nothing: WebKit then asks pages for reduced motion. */
async function withoutMotion(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "funray-webkit-"));
  await mkdir(join(directory, "gtk-3.0"));
  await writeFile(join(directory, "gtk-3.0/settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
  return directory;
}

/** Starts a screen of this size: WebKit's window fills it, because a window with a toolbar is wider than a phone. */
async function startScreen({ width, height }: Size): Promise<{ name: string; processes: Process[] }> {
  const server = spawn(
    "Xvfb",
    ["-displayfd", "3", "-screen", "0", `${width}x${height}x24`, "-nolisten", "tcp"],
    {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    },
  );
  const number = await new Promise<string>((resolve, reject) => {
    server.stdio[3]?.once("data", (said: Buffer) => resolve(said.toString().trim()));
    server.once("error", reject);
    server.once("exit", () => reject(new Error("The screen of WebKit ended")));
  });
  // Without a window manager no window fills the screen.
  const manager = spawn("openbox", { env: { ...process.env, DISPLAY: `:${number}` }, stdio: "ignore" });
  return { name: `:${number}`, processes: [manager, server] };
}

function startDriver(port: number, screen: string, settings: string): ChildProcess {
  const env = {
    ...process.env,
    DISPLAY: screen,
    XDG_CONFIG_HOME: settings,
    LANG: "C.UTF-8",
    GTK_THEME: "Adwaita",
    LIBGL_ALWAYS_SOFTWARE: "1",
    NO_AT_BRIDGE: "1",
    WEBKIT_DISABLE_DMABUF_RENDERER: "1",
  };
  return spawn("WebKitWebDriver", [`--port=${port}`], { env, stdio: "ignore" });
}

/** Returns a function that sends commands to the driver. */
function askerOf(root: string, limit: number): Ask {
  return async <Reply>(method: string, path: string, body?: object) => {
    const signal = AbortSignal.timeout(limit);
    const answer = await fetch(root + path, { method, signal, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: Reply & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
}

const CAPABILITIES = {
  alwaysMatch: {
    // A page from the cache counts as loaded only when all requests are answered.
    pageLoadStrategy: "none",
    "webkitgtk:browserOptions": { binary: BROWSER, args: ["--automation", "--full-screen"] },
  },
};

/** Starts WebKit with a window of this size. */
export async function startWebKit(size: Size): Promise<WebKit> {
  const [screen, port, settings] = await Promise.all([startScreen(size), freePort(), withoutMotion()]);
  const driver = startDriver(port, screen.name, settings);
  const root = `http://127.0.0.1:${port}/session`;
  const open = () =>
    askerOf(root, START_MS)<{ sessionId: string }>("POST", "", { capabilities: CAPABILITIES });
  const { sessionId } = await until("its driver", open);
  const ask = askerOf(`${root}/${sessionId}`, REPLY_MS);
  const stop = async () => {
    await ask("DELETE", "").catch(() => undefined);
    for (const process of [driver, ...screen.processes]) process.kill();
    await rm(settings, { recursive: true, force: true });
  };
  return { ask, stop };
}
