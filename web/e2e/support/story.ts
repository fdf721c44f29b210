// What every story has: its brand and language, the words on the screen, and a page on which nothing may go wrong unseen.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test as base, expect, type Page } from "@playwright/test";
import type { BrandKey, LocaleKey } from "../../scripts/brands.ts";

export { expect };

export interface StoryOptions {
  brand: BrandKey;
  language: LocaleKey;
}

type Words = (key: string, rooms?: Record<string, string>) => string;

interface StoryFixtures {
  /** What the app says: the message of this name in the story's language. */
  say: Words;
  isPhone: boolean;
  styleguideUrl: string;
  nothingGoesWrong: void;
}

function readMessages(language: LocaleKey): Record<string, string> {
  const folder = fileURLToPath(new URL(`../../messages/${language}/`, import.meta.url));
  const files = readdirSync(folder).map((file) => JSON.parse(readFileSync(folder + file, "utf8")) as object);
  return Object.assign({}, ...files) as Record<string, string>;
}

export function wordsOf(language: LocaleKey): Words {
  const messages = readMessages(language);
  return (key, rooms = {}) => {
    const message = messages[key];
    if (message === undefined) throw new Error(`The app has no message ${key}`);
    return message.replaceAll(/\{(\w+)\}/g, (room, name: string) => rooms[name] ?? room);
  };
}

/** Collects what a visitor's browser complains about, in all pages of the story. */
async function watch(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`console: ${message.text()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  await page.addInitScript(() => {
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

export const test = base.extend<StoryOptions & StoryFixtures>({
  brand: ["funray", { option: true }],
  language: ["en", { option: true }],
  baseURL: async ({ brand }, use) => {
    await use(variable(brand === "rayzr" ? "BASE_URL_RAYZR" : "BASE_URL"));
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
  nothingGoesWrong: [
    async ({ page }, use) => {
      const complaints = await watch(page);
      await use();
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
