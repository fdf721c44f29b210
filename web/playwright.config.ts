import { defineConfig } from "@playwright/test";
import { brands, locales } from "./scripts/brands.ts";
import { launchOptions } from "./e2e/support/browser.ts";
import type { StoryOptions } from "./e2e/support/story.ts";

const screens = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1280, height: 900 } },
} as const;

/** What is done and what comes of it, and what a page tells those who can't see it: the same wherever it is looked at. */
const rules = ["behaviour/**", "accessibility/**"];

const everyProject = brands.flatMap((brand, brandNumber) =>
  locales.flatMap((language, languageNumber) =>
    Object.entries(screens).map(([screen, device], screenNumber) => {
      const place = brandNumber + languageNumber + screenNumber;
      return {
        // Of the eight, these four hold every pair of brand, language and screen: all that is seen is looked at in them.
        showsAll: place % 2 === 0,
        // Between them, the first and the last hold both brands, languages and screens: enough for rules.
        provesRules: place % 3 === 0,
        project: {
          name: `${brand} ${language} ${screen}`,
          use: { ...device, brand, language, locale: `${language}-CA` },
        },
      };
    }),
  ),
);

const neededProjects = everyProject.flatMap(({ project, showsAll, provesRules }) => {
  if (showsAll) return provesRules ? project : { ...project, testIgnore: rules };
  return provesRules ? { ...project, testMatch: rules } : [];
});

const wantsAll = process.env["STORIES"] === "all";
const projects = wantsAll ? everyProject.map(({ project }) => project) : neededProjects;

export default defineConfig<StoryOptions>({
  testDir: "e2e",
  outputDir: ".cache/e2e",
  globalSetup: "./e2e/support/servers.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env["CI"]),
  workers: 2,
  // A second try is reported as flaky: to be looked at, but no reason to stop somebody else's change.
  retries: process.env["CI"] ? 1 : 0,
  // Generous, because a busy machine is no fault of the page's.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: process.env["CI"] ? "dot" : "list",
  use: {
    // Movement is for people; a story looks at what is there when it has ended.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: launchOptions(),
  },
  projects,
});
