// Stories in Firefox and WebKit, from Debian's packages: `make test-engines`.
import { defineConfig } from "@playwright/test";
import everyday from "./playwright.config.ts";
import { firefox } from "./e2e/support/firefox.ts";
import type { StoryOptions } from "./e2e/support/story.ts";
import type { EngineOptions } from "./e2e/support/visitor.ts";

const screens = {
  phone: { viewport: { width: 390, height: 844 } },
  desk: { viewport: { width: 1280, height: 900 } },
} as const;

/** Stories of Chromium that run in Firefox, too: what WebDriver can't do, such as a second browser. */
const inFirefox = { phone: ["cart", "gift", "sign-in"], desk: ["counter", "keyboard"] };

export default defineConfig<StoryOptions & EngineOptions>({
  ...everyday,
  globalSetup: "./e2e/support/sharedServer.ts",
  outputDir: ".cache/e2e-engines",
  projects: (["phone", "desk"] as const).flatMap((screen) => {
    const inEveryEngine = [`engines/${screen}/*.spec.ts`, "engines/both/*.spec.ts"];
    return [
      {
        name: `firefox ${screen}`,
        testMatch: [...inEveryEngine, ...inFirefox[screen].map((name) => `behaviour/${name}.spec.ts`)],
        // Only Chromium has a camera that plays a picture, and flags for its graphics card.
        grepInvert: /camera|shows all of its card/,
        use: { ...screens[screen], ...firefox, locale: "en-CA" },
      },
      {
        name: `webkit ${screen}`,
        testMatch: inEveryEngine,
        use: { ...screens[screen], engine: "webkit" },
      },
    ];
  }),
});
