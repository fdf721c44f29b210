import { defineConfig } from "@playwright/test";
import { brands, locales } from "./scripts/brands.ts";
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

/**
 * Accessibility stories cover the same pages in their own projects; this one covers the screens and
 * languages that they leave out.
 */
const sides = "screens.spec.ts";

const inBehaviour = (names: string) => names.split(" ").map((name) => `behaviour/${name}.spec.ts`);

/**
 * Stories with the same result in every project run in only one: staff's work at a desk, shoppers'
 * visits on a phone. `screens.spec.ts` opens their pages on the other screen.
 */
const inOneProject = {
  desk: [
    ...inBehaviour(
      "admin-kit card-freezing cart directory fraud helpdesk invitations keyboard lost-phone palette payouts portal-routes reports second-step staff-taps tills users",
    ),
    "accessibility/catalogue.spec.ts",
  ],
  phone: [
    ...inBehaviour(
      "account contact first-days hanging-line kit live-wallet offline-counter offline-guest offline-wallet own-cart paper proof region routes sign-in taps tenants",
    ),
    "accessibility/signed-in.spec.ts",
    "e2e/layout-shift.spec.ts",
  ],
};

const everyProject = brands.flatMap((brand, brandNumber) =>
  locales.flatMap((language, languageNumber) =>
    (["phone", "desk"] as const).map((screen, screenNumber) => {
      const place = brandNumber + languageNumber + screenNumber;
      return {
        ofOthers: inOneProject[screen === "phone" ? "desk" : "phone"],
        // The two main projects are English on a phone and French on a desk.
        isNewPair: (language === "en") === (screen === "desk"),
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

const neededProjects = everyProject.flatMap(({ project, holdsEveryPair, holdsEach, isNewPair, ofOthers }) => {
  if (holdsEach) {
    const ignored = [sides, ...ofOthers];
    return { ...project, testIgnore: holdsEveryPair ? ignored : [...ignored, ...layouts] };
  }
  if (!holdsEveryPair) return [];
  return { ...project, testMatch: isNewPair ? [sides, ...layouts] : layouts };
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
  // No retries, in CI either: a story that fails once has found a defect.
  retries: 0,
  // High limits that even a busy machine does not reach; a story that never finishes still fails.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [[process.env["CI"] ? "dot" : "list"], ["./e2e/support/failureSummary.ts"]],
  use: {
    // Animations are off: a story checks the page after they have ended.
    contextOptions: { reducedMotion: "reduce" },
    // Blocked because a service worker would answer calls that stories observe. Stories about lost
    // networks allow it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    launchOptions: launchOptions(),
  },
  projects,
});
