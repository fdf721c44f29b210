// How the browser of the stories is started.
import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

/** Chromium heeds one list only, the last: these are Playwright's own, without which its pages behave otherwise. */
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

/** Pages of the browser itself, below its address bar, which nobody sees here: each window would load them, too. */
const ADDRESS_BAR_PAGES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** Prefers Chromium without a window, which is faster, and falls back to the whole browser. */
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
