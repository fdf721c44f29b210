import { defineConfig } from "@playwright/test";
import { brands, locales } from "./scripts/brands.ts";
import { launchOptions } from "./e2e/support/browser.ts";
import type { StoryOptions } from "./e2e/support/story.ts";

const screens = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1280, height: 900 } },
} as const;

/** What words and widths decide together: told for every pair of brand, language and screen. */
const layouts = ["language.spec.ts", "landing.spec.ts", "light.spec.ts"];

/** The stories of accessibility look at the same pages and their sides: this one is for the pairs that those leave out. */
const sides = "screens.spec.ts";

const everyProject = brands.flatMap((brand, brandNumber) =>
  locales.flatMap((language, languageNumber) =>
    Object.entries(screens).map(([screen, device], screenNumber) => {
      const place = brandNumber + languageNumber + screenNumber;
      return {
        // Of the eight, these four hold every pair of brand, language and screen.
        holdsEveryPair: place % 2 === 0,
        // Between them, the first and the last hold both brands, languages and screens: enough for all else.
        holdsEach: place % 3 === 0,
        project: {
          name: `${brand} ${language} ${screen}`,
          use: { ...device, brand, language, locale: `${language}-CA` },
        },
      };
    }),
  ),
);

const neededProjects = everyProject.flatMap(({ project, holdsEveryPair, holdsEach }) => {
  if (holdsEach) return { ...project, testIgnore: holdsEveryPair ? sides : [sides, ...layouts] };
  return holdsEveryPair ? { ...project, testMatch: [sides, ...layouts] } : [];
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
  // A failed story is a finding, in CI as well.
  retries: 0,
  // Generous, because a busy machine is no fault of the page's.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: process.env["CI"] ? "dot" : "list",
  use: {
    // Movement is for people; a story looks at what is there when it has ended.
    contextOptions: { reducedMotion: "reduce" },
    // Stories of pages see what these ask for themselves; those of lost networks allow the worker.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    launchOptions: launchOptions(),
  },
  projects,
});
