// Fixtures of all stories: brand and language, the app's messages, and a page on which unexpected errors fail the story.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test as base, expect, type BrowserContext, type Locator, type Page } from "@playwright/test";
import type { LocaleKey } from "../../scripts/brands.ts";
import type { BrandKey } from "./brands.ts";
import { adaptCommands, fillLikeTyping } from "./firefox.ts";
import { serverSentences } from "./serverSentences.ts";
import { startServer } from "./server.ts";

export { expect };

export interface StoryOptions {
  brand: BrandKey;
  language: LocaleKey;
  /** Refusals that a story causes: status and path, such as `"400 /api/v1/OAuth/login"`, or constants such as SESSION_ENDED. */
  expectedFailures: string[];
  /** Settings of the story's own server. Undefined if it shares the common one. */
  serverSettings: Record<string, string> | undefined;
}

export type Words = (key: string, rooms?: Record<string, string>) => string;

interface StoryFixtures {
  /** URLs of the server, shared or the story's own. */
  servers: Record<BrandKey, string>;
  /** Returns a message in the story's language. */
  say: Words;
  isPhone: boolean;
  styleguideUrl: string;
  /** A second browser for another person. */
  anotherBrowser: BrowserContext;
  nothingGoesWrong: void;
}

/** A message with a count has one form for each plural category of its language. */
type Message = string | [{ selectors: [string]; match: Record<string, string> }];

function readMessages(language: LocaleKey): Record<string, Message> {
  const folder = fileURLToPath(new URL(`../../messages/${language}/`, import.meta.url));
  const files = readdirSync(folder).map((file) => JSON.parse(readFileSync(folder + file, "utf8")) as object);
  return Object.assign({}, ...files) as Record<string, Message>;
}

function inNumber(message: Message, rooms: Record<string, string>, language: LocaleKey): string {
  if (typeof message === "string") return message;
  const [{ selectors, match }] = message;
  const count = Number(rooms[selectors[0].replace(/Plural$/, "")]);
  const form = new Intl.PluralRules(language).select(count);
  return match[`${selectors[0]}=${form}`] ?? match[`${selectors[0]}=*`] ?? "";
}

export function wordsOf(language: LocaleKey): Words {
  const messages = { ...readMessages(language), ...serverSentences[language] };
  return (key, rooms = {}) => {
    const message = messages[key];
    if (message === undefined) throw new Error(`The app has no message ${key}`);
    return inNumber(message, rooms, language).replaceAll(
      /\{(\w+)\}/g,
      (room, name: string) => rooms[name] ?? room,
    );
  };
}

/** Returns whether an expected failure matches a path. `*` matches one segment and `**` the rest. */
function isPathOf(failure: string, path: string): boolean {
  const [, pattern = ""] = failure.split(" ");
  const source = pattern.replaceAll(/\*\*?/g, (stars) => (stars === "**" ? ".+" : "[^/]+"));
  return new RegExp(`^${source}$`).test(path);
}

/** Expected failure of stories that take the network away, or break connections. */
export const NO_NETWORK = "no network";

/** How Chromium names connections that are missing or break, and Firefox what its service worker can't load then. */
const BROKEN_CONNECTION =
  /net::ERR_(INTERNET_DISCONNECTED|EMPTY_RESPONSE|CONNECTION_\w+|CONTENT_LENGTH_MISMATCH)|A ServiceWorker (intercepted|passed)/;

/** Expected failure of stories in which a page crashes. */
export const CRASH = "crash";

/** Expected where a session ends while its page is open: any call may be refused until the page notices. */
export const SESSION_ENDED = ["401 /api/**", "401 /hubs/**"];

/** Expected where the user must first set up a second step: all calls outside of the setup are refused. */
export const SECOND_STEP_MISSING = ["403 /api/**", "403 /hubs/**"];

/** Playwright's warning in stories without a service worker. */
const NO_WORKER = "Service Worker registration blocked by Playwright";

/** Returns the URL of a refused call in a console message. For the live channel, only the text names it. */
function addressOf(text: string, location: string): string | undefined {
  if (text.startsWith("Failed to load resource")) return location;
  return /^WebSocket connection to '([^']+)' failed/.exec(text)?.[1];
}

/** Collects the browser's console messages and page errors of a story. */
export async function watch(context: BrowserContext, expectedFailures: string[]): Promise<string[]> {
  const complaints: string[] = [];
  const isExpected = (url: string) => {
    const { pathname } = new URL(url);
    return expectedFailures.some((failure) => isPathOf(failure, pathname));
  };
  const mayBeOffline = expectedFailures.includes(NO_NETWORK);
  const isBroken = (text: string) => mayBeOffline && BROKEN_CONNECTION.test(text);
  const watchPage = (page: Page) => {
    if (expectedFailures.includes(CRASH)) return;
    page.on("pageerror", ({ message }) => {
      if (!isBroken(message)) complaints.push(`error: ${message}`);
    });
    page.on("console", (message) => {
      // The browser logs a refused call like an error of the page.
      const address = addressOf(message.text(), message.location().url);
      const isFault = message.type() === "error" || message.type() === "warning";
      if (
        isFault &&
        !isBroken(message.text()) &&
        message.text() !== NO_WORKER &&
        !(address !== undefined && isExpected(address))
      )
        complaints.push(`console: ${message.text()} ${address ?? ""} on ${page.url()}`);
    });
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      const isForeseen = expectedFailures.some(
        (failure) => failure.startsWith(`${response.status()} `) && isPathOf(failure, pathname),
      );
      if (response.status() >= 400 && !isForeseen)
        complaints.push(`${response.status()} ${response.request().method()} ${pathname} on ${page.url()}`);
    });
  };
  context.on("page", watchPage);
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`blocked by ${violatedDirective}: ${blockedURI}`);
    });
  });
  return complaints;
}

/** Width from which a screen is no phone's. Playwright knows phones only in Chromium. */
const PHONES_END = 640;

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** Returns an address for the story, so that rate limits don't add up across stories. */
function fromSomewhere(): Record<string, string> {
  const parts = crypto.getRandomValues(new Uint8Array(3));
  return { "x-forwarded-for": `10.${parts.join(".")}` };
}

export const test = base.extend<StoryOptions & StoryFixtures>({
  browser: [
    async ({ browser, browserName }, use) => {
      if (browserName === "firefox") adaptCommands(browser);
      await use(browser);
    },
    { scope: "worker" },
  ],
  brand: ["funray", { option: true }],
  language: ["en", { option: true }],
  expectedFailures: [[], { option: true }],
  serverSettings: [undefined, { option: true }],
  servers: async ({ serverSettings }, use) => {
    if (serverSettings === undefined) {
      await use({ funray: variable("BASE_URL"), rayzr: variable("BASE_URL_RAYZR") });
      return;
    }
    const { port, stop } = await startServer(serverSettings);
    await use({ funray: `http://localhost:${port}`, rayzr: `http://rayzr.localhost:${port}` });
    await stop();
  },
  baseURL: async ({ brand, servers }, use) => {
    await use(servers[brand]);
  },
  styleguideUrl: async ({ brand }, use) => {
    await use(`${variable(`STYLEGUIDE_URL_${brand.toUpperCase()}`)}styleguide`);
  },
  say: async ({ language }, use) => {
    await use(wordsOf(language));
  },
  isPhone: async ({ viewport }, use) => {
    await use(viewport !== null && viewport.width < PHONES_END);
  },
  extraHTTPHeaders: async ({ brand: _brand }, use) => {
    await use(fromSomewhere());
  },
  // Node doesn't resolve names below localhost; browsers do.
  request: async ({ playwright, brand, servers, language, extraHTTPHeaders }, use) => {
    const { host } = new URL(servers[brand]);
    const request = await playwright.request.newContext({
      baseURL: servers.funray,
      // The server may close a kept-alive connection just before the next call.
      extraHTTPHeaders: { ...extraHTTPHeaders, host, "accept-language": language, connection: "close" },
    });
    await use(request);
    await request.dispose();
  },
  anotherBrowser: async ({ browser, browserName, baseURL, language }, use) => {
    const context = await browser.newContext({
      ...(baseURL === undefined ? {} : { baseURL }),
      locale: `${language}-CA`,
      reducedMotion: "reduce",
      serviceWorkers: "block",
      extraHTTPHeaders: fromSomewhere(),
    });
    if (browserName === "firefox") await fillLikeTyping(context);
    await use(context);
    await context.close();
  },
  nothingGoesWrong: [
    async ({ context, browserName, expectedFailures }, use) => {
      if (browserName === "firefox") await fillLikeTyping(context);
      const complaints = await watch(context, expectedFailures);
      await use();
      expect(complaints, `the browser complains: ${complaints.join("; ")}`).toEqual([]);
    },
    { auto: true },
  ],
});

/** Returns a toast. Open dialogs repeat it in a hidden element for screen readers, which must not match. */
export function messageOf(page: Page, text: string): Locator {
  return page.locator(".toaster").getByText(text);
}
