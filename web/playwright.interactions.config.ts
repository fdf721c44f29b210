// Measures of interactions, for `make bench`: `npm run interactions`.
import { defineConfig } from "@playwright/test";
import everyday from "./playwright.config.ts";
import type { StoryOptions } from "./e2e/support/story.ts";

export default defineConfig<StoryOptions>({
  ...everyday,
  testDir: "e2e/measures",
  testMatch: "*.measure.ts",
  globalSetup: "./e2e/support/sharedServer.ts",
  outputDir: ".cache/e2e-measures",
  workers: 1,
  fullyParallel: false,
  reporter: "line",
  projects: [
    {
      name: "phone",
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: "en-CA" },
    },
  ],
});
