import { readFileSync } from "node:fs";
import type axe from "axe-core";
import type { Page } from "@playwright/test";
import { wordsOfLowContrast } from "./contrast.ts";
import { expect } from "./story.ts";

/** The minified build, because each page parses it. */
const axeSource = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const isThorough = process.env["STORIES"] === "all";

/** Axe's own check of contrast takes as long as all of its other rules. Ours finds more, so this one runs on request only. */
const rules: axe.RuleObject = isThorough ? {} : { "color-contrast": { enabled: false } };

/**
 * Returns the violations that axe finds on the page. While a modal dialog is open, nothing else can be reached, so axe looks only
 * at the dialog. Subframes are left out because we have none: axe's own Playwright package scans them, with one more page for
 * the results.
 */
export async function findFaults(page: Page, more: axe.RunOptions = {}): Promise<string[]> {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    (options) => {
      const dialogs = [...document.querySelectorAll("dialog:modal")];
      const scope = dialogs.length > 0 ? { include: dialogs } : document;
      return (window as unknown as { axe: typeof axe }).axe.run(scope, options);
    },
    // No selectors, because we print the elements. No preloaded style sheets, because no rule in use needs them.
    {
      resultTypes: ["violations"],
      selectors: false,
      preload: false,
      ...more,
      rules: { ...rules, ...more.rules },
    } satisfies axe.RunOptions,
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}

const findFaintWords = (page: Page) => page.evaluate(wordsOfLowContrast);

/** Expects readable text on the dark theme. Axe's other rules and what lies over what are the same on both themes. */
async function expectReadableInTheDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await findFaintWords(page), page.url()).toEqual([]);
  if (isThorough) expect(await findFaults(page, { runOnly: ["color-contrast"] })).toEqual([]);
}

/** Expects no violations on the light theme, and readable text on the dark one. */
export async function expectOpenToEverybody(page: Page, options: axe.RunOptions = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  expect(await findFaults(page, options), page.url()).toEqual([]);
  expect(await findFaintWords(page), page.url()).toEqual([]);
  await expectReadableInTheDark(page);
}

/**
 * Makes sticky and fixed bars static: they would cover other elements at random. Sidebars stay, because they have their own
 * space and would be squeezed.
 */
function holdBarsStill(): void {
  for (const element of document.querySelectorAll<HTMLElement>("body :not(dialog)")) {
    const { position } = getComputedStyle(element);
    const isSidebar = position === "fixed" && element.getBoundingClientRect().width < innerWidth / 2;
    if ((position !== "sticky" && position !== "fixed") || isSidebar) continue;
    element.dataset["heldStill"] = element.style.cssText;
    element.style.setProperty("position", position === "sticky" ? "relative" : "static", "important");
    element.style.setProperty("inset", "auto", "important");
  }
}

function letBarsGo(): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-held-still]")) {
    element.style.cssText = element.dataset["heldStill"] ?? "";
    delete element.dataset["heldStill"];
  }
}

/**
 * Like `expectOpenToEverybody`, and expects controls large enough for fingers, or with space around them (WCAG 2.2, 2.5.8), in
 * one run of axe.
 */
export async function expectOpenToEverybodyAndFingers(page: Page): Promise<void> {
  await page.evaluate(holdBarsStill);
  await expectOpenToEverybody(page, { rules: { "target-size": { enabled: true } } });
  await page.evaluate(letBarsGo);
}

/** Returns texts that extend beyond the screen, where the page clips them. */
function wordsCutOff(screenWidth: number): string[] {
  const isMeantTo = (element: Element | null): boolean =>
    element !== null &&
    !element.matches(".site, body") &&
    (getComputedStyle(element).overflowX !== "visible" || isMeantTo(element.parentElement));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const { width, right } = range.getBoundingClientRect();
    const isCut = width > 0 && right > screenWidth + 1;
    if (isCut && !isMeantTo(walker.currentNode.parentElement)) found.push(range.toString());
  }
  return found;
}

/** Returns texts that end in an ellipsis. */
function wordsInDots(): string[] {
  return [...document.querySelectorAll<HTMLElement>("body :not(input, select)")].flatMap((element) => {
    const isCut =
      getComputedStyle(element).textOverflow === "ellipsis" &&
      element.checkVisibility() &&
      element.scrollWidth > element.clientWidth + 1;
    return isCut ? (element.textContent ?? "") : [];
  });
}

/** Returns selected options that are wider than their field. */
function choicesCutShort(): string[] {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  return [...document.querySelectorAll("select")].flatMap((select) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    if (!context || !select.checkVisibility()) return [];
    context.font = font;
    const words = select.selectedOptions[0]?.text ?? "";
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return context.measureText(words).width > room + 1 ? words : [];
  });
}

async function expectNothingBeside(page: Page, screenWidth: number): Promise<void> {
  const place = `${page.url()} at ${screenWidth} px`;
  const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(pageWidth, place).toBeLessThanOrEqual(screenWidth);
  expect(await page.evaluate(wordsCutOff, screenWidth), place).toEqual([]);
}

/** Minimum width that the shop's pages support: a small phone, or a desk at 400 % zoom (WCAG 2.2, 1.4.10). */
const MIN_WIDTH = 320;
const MAX_PHONE_WIDTH = 576;

/** The portal and the counter require wider screens. */
const isOfShop = (page: Page) => !/^\/(admin|till|scan)/.test(new URL(page.url()).pathname);

/** Long enough for a page to take its new size. */
const RESIZED_WITHIN_MS = 5000;

/**
 * Resizes the page. Chromium sometimes never answers a resize, whether the page has its new size or not. So the size of the page
 * counts as an answer, and without that the resize is repeated.
 */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await expect(async () => {
    const answered = page.setViewportSize(size);
    const isResized = page.waitForFunction((width) => innerWidth === width, size.width, {
      timeout: RESIZED_WITHIN_MS,
    });
    // The race reports the first of them, and the other may fail when the page closes.
    for (const each of [answered, isResized]) each.catch(() => undefined);
    await Promise.race([answered, isResized]);
  }).toPass();
}

/** Expects no horizontal scrolling and no cut text at this width and, for the shop's pages, at the minimum width. */
export async function expectWholeOnAnyScreen(page: Page): Promise<void> {
  const size = page.viewportSize();
  if (!size) return;
  await expectNothingBeside(page, size.width);
  if (!isOfShop(page)) return;
  await resize(page, { ...size, width: MIN_WIDTH });
  await expectNothingBeside(page, MIN_WIDTH);
  expect(await page.evaluate(wordsInDots), page.url()).toEqual([]);
  expect(await page.evaluate(choicesCutShort), page.url()).toEqual([]);
  await resize(page, size);
}

/** Widths of the screens in the stories. */
const WIDTHS = [390, 1280];

/** Like `expectWholeOnAnyScreen`, and expects the same at the widths of a phone and a desk. */
export async function expectWholeOnBothScreens(page: Page): Promise<void> {
  await expectWholeOnAnyScreen(page);
  const size = page.viewportSize();
  if (!size) return;
  for (const width of WIDTHS.filter((each) => each !== size.width)) {
    await resize(page, { ...size, width });
    await expectNothingBeside(page, width);
  }
  await resize(page, size);
}

/**
 * Like `expectWholeOnAnyScreen` on phones, which have many widths. A desk keeps its width, because resizing would close open
 * menus.
 *
 * Compares with the screen size, because a phone zooms out from a page that is too wide and enlarges its window.
 */
export async function expectNothingBesideTheScreen(page: Page): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {};
  if (width <= MAX_PHONE_WIDTH) await expectWholeOnAnyScreen(page);
  else await expectNothingBeside(page, width);
}
