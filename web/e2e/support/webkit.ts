// Drives WebKitGTK with WebDriver, because Playwright drives only a WebKit of its own, which Debian doesn't have. Testing Library
// finds elements by role, name and label, as Playwright does.
import { spawn, type ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Visitor } from "./visitor.ts";

const BROWSER = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

/** Key of an element's id in replies of WebDriver. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Longest wait for an element, and for one reply of the driver. */
const PATIENCE_MS = 60_000;
const REPLY_MS = 30_000;

const finder = readFile(
  createRequire(import.meta.url).resolve("@testing-library/dom/dist/@testing-library/dom.umd.min.js"),
  "utf8",
);

type Ask = <Reply>(method: string, path: string, body?: object) => Promise<Reply>;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Repeats an attempt until it returns something else than `undefined`, `false` or `null`. */
async function until<Found>(what: string, attempt: () => Promise<Found | undefined>): Promise<Found> {
  const end = Date.now() + PATIENCE_MS;
  let failure: unknown;
  while (Date.now() < end) {
    const found = await attempt().catch((error: unknown) => void (failure = error));
    if (found) return found;
    await pause(50);
  }
  throw new Error(`WebKit waited in vain for ${what}`, { cause: failure });
}

interface Screen {
  name: string;
  stop: () => void;
}

/** Starts a screen of this size: WebKit's window fills it, because a window with a toolbar is wider than a phone. */
async function startScreen({ width, height }: { width: number; height: number }): Promise<Screen> {
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
  const stop = () => [manager, server].forEach((process) => process.kill());
  return { name: `:${number}`, stop };
}

function startDriver(port: number, screen: string): ChildProcess {
  const env = {
    ...process.env,
    DISPLAY: screen,
    LANG: "C.UTF-8",
    GTK_THEME: "Adwaita",
    LIBGL_ALWAYS_SOFTWARE: "1",
    NO_AT_BRIDGE: "1",
    WEBKIT_DISABLE_DMABUF_RENDERER: "1",
  };
  return spawn("WebKitWebDriver", [`--port=${port}`], { env, stdio: "ignore" });
}

/** Returns a function that sends commands to the driver. */
function askerOf(root: string): Ask {
  return async <Reply>(method: string, path: string, body?: object) => {
    const signal = AbortSignal.timeout(REPLY_MS);
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

type Element = Record<typeof ELEMENT, string>;

/** Finds a visible element with Testing Library, which is loaded into each page once. */
const FIND = `
  const [query, ...wanted] = arguments;
  const found = TestingLibraryDom[query](document.body, ...wanted);
  return found.find((one) => one.checkVisibility({ visibilityProperty: true })) ?? null;`;

export async function openWebKit(
  origin: string,
  size: { width: number; height: number },
): Promise<Visitor & { close: () => Promise<void> }> {
  const screen = await startScreen(size);
  const port = await freePort();
  const driver = startDriver(port, screen.name);
  const open = () =>
    askerOf(`http://127.0.0.1:${port}`)<{ sessionId: string }>("POST", "/session", {
      capabilities: CAPABILITIES,
    });
  const { sessionId } = await until("its driver", open);
  const ask = askerOf(`http://127.0.0.1:${port}/session/${sessionId}`);
  const run = <Reply>(script: string, ...args: unknown[]) =>
    ask<Reply>("POST", "/execute/sync", { script, args });

  const find = async (query: string, ...wanted: unknown[]) => {
    const element = await until(`${query} ${JSON.stringify(wanted)}`, async () => {
      const isLoaded = await run<boolean>(
        `return location.origin === ${JSON.stringify(origin)} && !!self.TestingLibraryDom`,
      );
      if (!isLoaded) await run(await finder);
      return (await run<Element | null>(FIND, query, ...wanted)) ?? undefined;
    });
    return element[ELEMENT];
  };
  const byRole = (role: string, name: string) => find("queryAllByRole", role, { name });
  const press = async (id: string) => void (await ask("POST", `/element/${id}/click`, {}));

  return {
    goto: async (path) => void (await ask("POST", "/url", { url: origin + path })),
    fill: async (label, text) => {
      const id = await find("queryAllByLabelText", label, { selector: "input, textarea" });
      await ask("POST", `/element/${id}/clear`, {});
      await ask("POST", `/element/${id}/value`, { text });
    },
    click: async (role, name) => press(await byRole(role, name)),
    see: async (role, name) => void (await byRole(role, name)),
    read: async (text) => void (await find("queryAllByText", text, { exact: false })),
    waitFor: async (isDone) => {
      const script = `const done = arguments[arguments.length - 1]; Promise.resolve((${isDone.toString()})()).then(done, () => done(false));`;
      await until("the page", () => ask<boolean>("POST", "/execute/async", { script, args: [] }));
    },
    run: (action, value) => run(`return (${action.toString()})(arguments[0])`, value),
    close: async () => {
      await ask("DELETE", "").catch(() => undefined);
      driver.kill();
      screen.stop();
    },
  };
}
