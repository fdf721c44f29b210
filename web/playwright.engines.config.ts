// Stories in Firefox and WebKit, from Debian's packages: `make test-engines`.
import { defineConfig } from "@playwright/test";
import everyday from "./playwright.config.ts";
import { firefoxWith } from "./e2e/support/firefox.ts";
import type { StoryOptions } from "./e2e/support/story.ts";
import type { EngineOptions } from "./e2e/support/visitor.ts";

const screens = {
  phone: { viewport: { width: 390, height: 844 }, pointer: "finger" },
  desk: { viewport: { width: 1280, height: 900 }, pointer: "mouse" },
} as const;

export default defineConfig<StoryOptions, EngineOptions>({
  ...everyday,
  globalSetup: "./e2e/support/sharedServer.ts",
  outputDir: ".cache/e2e-engines",
  projects: (["phone", "desk"] as const).flatMap((screen) => {
    const { viewport, pointer } = screens[screen];
    const testMatch = `engines/${screen}/*.spec.ts`;
    return [
      { name: `firefox ${screen}`, testMatch, use: { ...firefoxWith(pointer), viewport, locale: "en-CA" } },
      { name: `webkit ${screen}`, testMatch, use: { webkitScreen: viewport } },
    ];
  }),
});
