// Launch options of the browser.
import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

/** Chromium honours only the last such list, so this one repeats Playwright's own entries. */
const PLAYWRIGHT_DOES_WITHOUT = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** Chromium's own pages for the address bar, which is not visible here. Each window would load them. */
const ADDRESS_BAR_PAGES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** Returns the path of the headless shell, which is faster, or else of the full browser. */
function browserPath(): string {
  const shell = "/usr/bin/chromium-headless-shell";
  return process.env["CHROMIUM_PATH"] ?? (existsSync(shell) ? shell : "/usr/bin/chromium");
}

export function launchOptions(...args: string[]): LaunchOptions {
  const disabled = [...PLAYWRIGHT_DOES_WITHOUT, ...ADDRESS_BAR_PAGES].join(",");
  return {
    executablePath: browserPath(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      `--disable-features=${disabled}`,
      ...args,
    ],
  };
}
