// Fixtures of every story: brand and language, the texts of the screen, and a page that fails on unexpected errors.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test as base, expect, type BrowserContext, type Locator, type Page } from "@playwright/test";
import type { BrandKey, LocaleKey } from "../../scripts/brands.ts";
import { serverSentences } from "./serverSentences.ts";
import { startServer } from "./server.ts";

export { expect };

export interface StoryOptions {
  brand: BrandKey;
  language: LocaleKey;
  /** The refusals that a story causes: status and path, such as `"400 /api/v1/OAuth/login"`, or constants such as SESSION_ENDED. */
  expectedFailures: string[];
  /** A story that needs other settings than all others has a server of its own, with these. */
  serverSettings: Record<string, string> | undefined;
}

export type Words = (key: string, rooms?: Record<string, string>) => string;

interface StoryFixtures {
  /** Addresses of the server: the shared one, or one of this story. */
  servers: Record<BrandKey, string>;
  /** Returns the app's message of this name in the story's language. */
  say: Words;
  isPhone: boolean;
  styleguideUrl: string;
  /** A window of somebody else, who sits at another desk. */
  anotherBrowser: BrowserContext;
  nothingGoesWrong: void;
}

/** A message that counts has a form for each number that its language tells apart. */
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

/** In the path of an expected failure, `*` matches one part and `**` matches the rest. */
function isPathOf(failure: string, path: string): boolean {
  const [, pattern = ""] = failure.split(" ");
  const source = pattern.replaceAll(/\*\*?/g, (stars) => (stars === "**" ? ".+" : "[^/]+"));
  return new RegExp(`^${source}$`).test(path);
}

/** Among the failures that a story expects: it takes the network away. */
export const NO_NETWORK = "no network";

/** Expected where a session ends while its page is open: any call may be refused until the page notices. */
export const SESSION_ENDED = ["401 /api/**", "401 /hubs/**"];

/** Expected where the user still has to set up a second step: any call but those of the set-up is refused. */
export const SECOND_STEP_MISSING = ["403 /api/**", "403 /hubs/**"];

/** Playwright's message in a story without a service worker. */
const NO_WORKER = "Service Worker registration blocked by Playwright";

/** The address that a complaint about a refused call is about. The live channel's is named in the text alone. */
function addressOf(text: string, location: string): string | undefined {
  if (text.startsWith("Failed to load resource")) return location;
  return /^WebSocket connection to '([^']+)' failed/.exec(text)?.[1];
}

/** Collects what a visitor's browser complains about, in all pages of the story. */
async function watch(context: BrowserContext, expectedFailures: string[]): Promise<string[]> {
  const complaints: string[] = [];
  const isExpected = (url: string) => {
    const { pathname } = new URL(url);
    return expectedFailures.some((failure) => isPathOf(failure, pathname));
  };
  const mayBeOffline = expectedFailures.includes(NO_NETWORK);
  const watchPage = (page: Page) => {
    page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
    page.on("console", (message) => {
      // The browser reports an answer of the server in the same way as a fault of the page.
      const address = addressOf(message.text(), message.location().url);
      const isFault = message.type() === "error" || message.type() === "warning";
      const isAway = mayBeOffline && message.text().includes("ERR_INTERNET_DISCONNECTED");
      if (
        isFault &&
        !isAway &&
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

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** Each story has an address of its own: the limits of one are not the limits of all. */
function fromSomewhere(): Record<string, string> {
  const parts = crypto.getRandomValues(new Uint8Array(3));
  return { "x-forwarded-for": `10.${parts.join(".")}` };
}

export const test = base.extend<StoryOptions & StoryFixtures>({
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
  isPhone: async ({ isMobile }, use) => {
    await use(isMobile);
  },
  extraHTTPHeaders: async ({ brand: _brand }, use) => {
    await use(fromSomewhere());
  },
  // Node knows no names below localhost, browsers do.
  request: async ({ playwright, brand, servers, language, extraHTTPHeaders }, use) => {
    const { host } = new URL(servers[brand]);
    const request = await playwright.request.newContext({
      baseURL: servers.funray,
      // A connection that is kept open may be closed by the server just when the next call is sent.
      extraHTTPHeaders: { ...extraHTTPHeaders, host, "accept-language": language, connection: "close" },
    });
    await use(request);
    await request.dispose();
  },
  anotherBrowser: async ({ browser, baseURL, language }, use) => {
    const context = await browser.newContext({
      ...(baseURL === undefined ? {} : { baseURL }),
      locale: `${language}-CA`,
      reducedMotion: "reduce",
      serviceWorkers: "block",
      extraHTTPHeaders: fromSomewhere(),
    });
    await use(context);
    await context.close();
  },
  nothingGoesWrong: [
    async ({ context, expectedFailures }, use) => {
      const complaints = await watch(context, expectedFailures);
      await use();
      expect(complaints, `the browser complains: ${complaints.join("; ")}`).toEqual([]);
    },
    { auto: true },
  ],
});

/** Finds a toast at the top right. An open dialog has an invisible copy for screen readers. */
export function messageOf(page: Page, text: string): Locator {
  return page.locator(".toaster").getByText(text);
}
