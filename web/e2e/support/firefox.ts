// Firefox of Debian, which Playwright drives with WebDriver BiDi.
import type {
  Browser,
  BrowserContext,
  PlaywrightTestOptions,
  PlaywrightWorkerOptions,
} from "@playwright/test";

export const firefox: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> = {
  browserName: "firefox",
  channel: "moz-firefox",
  // Replaces those of the other stories, which Firefox lacks.
  contextOptions: {},
  launchOptions: {
    executablePath: process.env["FIREFOX_PATH"] ?? "/usr/bin/firefox-esr",
    // Movement is for people; BiDi can't switch it off here.
    firefoxUserPrefs: { "ui.prefersReducedMotion": 1 },
  },
};

/** A command that the extended support release lacks. Playwright sends it for each context. */
const UNKNOWN = "emulation.setMediaFeaturesOverride";

interface Session {
  send: (this: Session, command: string, parameters: object) => Promise<unknown>;
}

interface Internals {
  _connection: { toImpl: (browser: Browser) => { _browserSession: Session } };
}

/** Lets Playwright do without media features, which Firefox takes from its preferences. */
export function doWithoutMediaFeatures(browser: Browser): void {
  const { ["_connection"]: connection } = browser as unknown as Internals;
  const { ["_browserSession"]: session } = connection.toImpl(browser);
  const sessions = Object.getPrototypeOf(session) as Session;
  const { send } = sessions;
  sessions.send = async function sendKnown(command, parameters) {
    return command === UNKNOWN ? {} : send.call(this, command, parameters);
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
