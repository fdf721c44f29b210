import { availableParallelism } from "node:os";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig, mergeConfig } from "vitest/config";
import { launchOptions } from "./e2e/support/browser.ts";
import viteConfig from "./vite.config.ts";

/** Specs of the kit, whose dialogs, popovers, focus and layout need a browser. */
const kitSpecs = ["src/ui/**/*.spec.tsx"];

/** Specs that replace the page's address or read a PDF, which the lighter pool refuses. */
const ownProcessSpecs = [
  "src/areas/wallet/checkout/reloadOnce.spec.ts",
  "src/i18n/language.spec.ts",
  "src/areas/portal/payouts/PayoutPages.spec.tsx",
  "src/areas/portal/reports/ReportPages.spec.tsx",
];

const unitSpecs = ["{src,scripts,tools}/**/*.spec.{ts,tsx}"];

/** For a spec without a browser, which names jsdom in its first line if it needs a page. */
const setupFiles = ["scripts/unitTests.setup.ts"];

/** No busy machine reaches it. */
const MAX_WAIT_MS = 60_000;

export default defineConfig((env) =>
  mergeConfig(viteConfig(env), {
    test: {
      testTimeout: 2 * MAX_WAIT_MS,
      // By itself it leaves a core to people who work meanwhile: half of a small machine.
      maxWorkers: availableParallelism(),
      projects: [
        // A page of its own for each file, without a process of its own: a third of the time.
        {
          extends: true as const,
          test: {
            name: "units",
            pool: "vmThreads",
            include: unitSpecs,
            exclude: [...ownProcessSpecs, ...kitSpecs],
            setupFiles,
          },
        },
        {
          extends: true as const,
          test: { name: "own process", pool: "forks", include: ownProcessSpecs, setupFiles },
        },
        {
          extends: true as const,
          // All libraries that the kit and its specs import. One found later would reload the page amid a test.
          optimizeDeps: {
            include: ["react", "react-dom", "react-dom/client", "react-router", "@testing-library/react"],
          },
          test: {
            name: "kit",
            include: kitSpecs,
            // After the others, which a browser beside them would slow down.
            sequence: { groupOrder: 1 },
            setupFiles: ["scripts/kitTests.setup.ts"],
            expect: { poll: { timeout: MAX_WAIT_MS } },
            browser: {
              enabled: true,
              headless: true,
              connectTimeout: 2 * MAX_WAIT_MS,
              provider: playwright({
                launchOptions: launchOptions(),
                // Tests look at what is there when a movement has ended.
                contextOptions: { reducedMotion: "reduce" },
                actionTimeout: MAX_WAIT_MS,
              }),
              instances: [{ browser: "chromium", viewport: { width: 1280, height: 900 } }],
              // The message of a failure shows the page's HTML.
              screenshotFailures: false,
              traceView: false,
            },
          },
        },
      ],
    },
  }),
);
