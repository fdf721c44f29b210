import { defineConfig } from "@playwright/test";
import type { BrandKey } from "./e2e/support/brands.ts";
import { locales } from "./scripts/brands.ts";
import { launchOptions } from "./e2e/support/browser.ts";
import type { StoryOptions } from "./e2e/support/story.ts";

const screens = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1280, height: 900 } },
} as const;

/**
 * Stories that depend on text and screen width: they run for every pair of brand, language and
 * screen.
 */
const layouts = ["language.spec.ts", "landing.spec.ts", "light.spec.ts"];

const inBehaviour = (names: string) => names.split(" ").map((name) => `behaviour/${name}.spec.ts`);

/**
 * Stories that see the same in every project run in one: work of staff at a desk, visits of shoppers on a phone.
 * `pages.spec.ts` looks at their pages on both screens.
 */
const inOneProject = {
  desk: [
    ...inBehaviour(
      "admin-kit approvals card-freezing cart counter-scanner desk directory fraud helpdesk invitations keyboard lost-phone lost-replies missing-files palette payout-runs payouts reports second-step staff-taps taxes tills users",
    ),
    "accessibility/catalogue.spec.ts",
    "engines/desk/*.spec.ts",
  ],
  phone: [
    ...inBehaviour(
      "account contact first-days gift hanging-line joining kit live-wallet lost-code offline-counter offline-guest offline-wallet own-cart paper planned-gift proof region routes sign-in taps tenants unpaid",
    ),
    "accessibility/signed-in.spec.ts",
    "engines/phone/*.spec.ts",
    "e2e/layout-shift.spec.ts",
  ],
};

/** Brands of the stories, in the order of the projects. */
const BRANDS: BrandKey[] = ["funray", "rayzr"];

const everyProject = BRANDS.flatMap((brand, brandNumber) =>
  locales.flatMap((language, languageNumber) =>
    (["phone", "desk"] as const).map((screen, screenNumber) => {
      const place = brandNumber + languageNumber + screenNumber;
      return {
        ofOthers: inOneProject[screen === "phone" ? "desk" : "phone"],
        // Four of the eight projects cover every pair of brand, language and screen.
        holdsEveryPair: place % 2 === 0,
        // The first and the last project cover both brands, languages and screens: enough for all
        // other stories.
        holdsEach: place % 3 === 0,
        project: {
          name: `${brand} ${language} ${screen}`,
          use: { ...screens[screen], brand, language, locale: `${language}-CA` },
        },
      };
    }),
  ),
);

const neededProjects = everyProject.flatMap(({ project, holdsEveryPair, holdsEach, ofOthers }) => {
  if (holdsEach) {
    return { ...project, testIgnore: holdsEveryPair ? ofOthers : [...ofOthers, ...layouts] };
  }
  if (!holdsEveryPair) return [];
  return { ...project, testMatch: layouts };
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
  // No busy machine reaches these: a story that waits in vain fails all the same.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: process.env["CI"]
    ? [["dot"], ["./e2e/support/failureSummary.ts"], ["./e2e/support/unplayedStories.ts"]]
    : [["list"], ["./e2e/support/failureSummary.ts"]],
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
