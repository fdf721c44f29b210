// Pictures of the documentation, for `make screenshots`: `npm run screenshots`.
import { defineConfig } from "@playwright/test";
import everyday from "./playwright.config.ts";
import type { StoryOptions } from "./e2e/support/story.ts";

export default defineConfig<StoryOptions>({
  ...everyday,
  testDir: "e2e/pictures",
  testMatch: "*.pictures.ts",
  globalSetup: "./e2e/support/sharedServer.ts",
  outputDir: ".cache/e2e-pictures",
  expect: { timeout: 20_000 },
  workers: 1,
  fullyParallel: false,
  reporter: "line",
  projects: [
    {
      name: "desk",
      use: { viewport: { width: 1280, height: 800 }, brand: "funray", language: "en", locale: "en-CA" },
    },
  ],
});
