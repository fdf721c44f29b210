// Firefox of Debian, which Playwright drives with WebDriver BiDi.
import type {
  Browser,
  BrowserContext,
  PlaywrightTestOptions,
  PlaywrightWorkerOptions,
} from "@playwright/test";

/** Kinds of pointers in Firefox's preferences. Without a screen, Firefox has none, and pages would take each desk for a phone. */
const POINTERS = { finger: 1, mouse: 6 };

/** Returns the options of Firefox with a kind of pointer. */
export function firefoxWith(
  pointer: keyof typeof POINTERS,
): Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> {
  return {
    browserName: "firefox",
    channel: "moz-firefox",
    // Replaces those of the other stories, which Firefox lacks.
    contextOptions: {},
    launchOptions: {
      executablePath: process.env["FIREFOX_PATH"] ?? "/usr/bin/firefox-esr",
      firefoxUserPrefs: {
        // Movement is for people; BiDi can't switch it off here.
        "ui.prefersReducedMotion": 1,
        "ui.primaryPointerCapabilities": POINTERS[pointer],
        "ui.allPointerCapabilities": POINTERS[pointer],
      },
    },
  };
}

interface Session {
  send: (this: Session, command: string, parameters: object) => Promise<unknown>;
}

interface Internals {
  _connection: { toImpl: (browser: Browser) => { _browserSession: Session } };
}

/** Changes to Playwright's commands. Commands that are missing here stay as they are. */
const changed: Record<string, (parameters: object) => object | undefined> = {
  // The extended support release lacks this command, which Playwright sends for each context. Its preferences say the same.
  "emulation.setMediaFeaturesOverride": () => undefined,
  // Playwright opens a window for each page. A tab takes a third of that time.
  "browsingContext.create": (parameters) => ({ ...parameters, type: "tab" }),
};

/** Adapts Playwright's commands to Firefox of Debian. */
export function adaptCommands(browser: Browser): void {
  const { ["_connection"]: connection } = browser as unknown as Internals;
  const { ["_browserSession"]: session } = connection.toImpl(browser);
  const sessions = Object.getPrototypeOf(session) as Session;
  const { send } = sessions;
  sessions.send = async function sendChanged(command, parameters) {
    const change = changed[command];
    const wanted = change ? change(parameters) : parameters;
    return wanted ? send.call(this, command, wanted) : {};
  };
}

/** Has Playwright type what it fills in. It would set the value of a field, which React takes for its own change. */
export async function fillLikeTyping(context: BrowserContext): Promise<void> {
  // Playwright sets this property later, in each page.
  await context.addInitScript(`Object.defineProperty(globalThis, "__pw_bidiInsertText", {
    get: () => (text) => void document.execCommand("insertText", false, text),
    set() {},
  });`);
}
