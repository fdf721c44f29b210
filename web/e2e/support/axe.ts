import { readFileSync } from "node:fs";
import type axe from "axe-core";
import type { Page } from "@playwright/test";
import { wordsLikeTheirGround } from "./contrast.ts";
import { expect } from "./story.ts";

/** The minified source, because every page parses it again. */
const axeSource = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/**
 * Returns the faults that axe finds in the page's main frame; our pages embed no others. Axe's own package for Playwright
 * also checks embedded frames, and loads the library into a second page to merge the findings.
 */
export async function findFaults(page: Page, rules?: string[]): Promise<string[]> {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(options),
    // No selectors, since we print the elements, and no second copy of the style sheets, which no rule in use reads.
    {
      resultTypes: ["violations"],
      selectors: false,
      preload: false,
      ...(rules && { runOnly: rules }),
    } satisfies axe.RunOptions,
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}

/** All that axe knows on a light screen; on a dark one only the colours are other ones. */
export async function expectOpenToEverybody(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  expect(await findFaults(page)).toEqual([]);
  expect(await page.evaluate(wordsLikeTheirGround), page.url()).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await findFaults(page, ["color-contrast"])).toEqual([]);
  expect(await page.evaluate(wordsLikeTheirGround), page.url()).toEqual([]);
}

/** Makes sticky bars static, because they cover different parts of the page while it scrolls. A sidebar stays as it is, because
 * it has its own column. */
function holdBarsStill(): void {
  for (const element of document.querySelectorAll<HTMLElement>("body :not(dialog)")) {
    const { position } = getComputedStyle(element);
    const isSidebar = position === "fixed" && element.getBoundingClientRect().width < innerWidth / 2;
    if ((position !== "sticky" && position !== "fixed") || isSidebar) continue;
    element.style.setProperty("position", position === "sticky" ? "relative" : "static", "important");
    element.style.setProperty("inset", "auto", "important");
  }
}

/** Checks the size or spacing of pointer targets (WCAG 2.2, 2.5.8). It changes the page's layout. */
export async function expectRoomForFingers(page: Page): Promise<void> {
  await page.evaluate(holdBarsStill);
  expect(await findFaults(page, ["target-size"]), page.url()).toEqual([]);
}

/** Finds words beyond the edge of the screen, which the page clips. */
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

/** Finds words that are cut with an ellipsis. */
function wordsInDots(): string[] {
  return [...document.querySelectorAll<HTMLElement>("body :not(input, select)")].flatMap((element) => {
    const isCut =
      getComputedStyle(element).textOverflow === "ellipsis" &&
      element.checkVisibility() &&
      element.scrollWidth > element.clientWidth + 1;
    return isCut ? (element.textContent ?? "") : [];
  });
}

/** Finds chosen options that are wider than their field. */
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

/** The narrowest screen that pages of the shop are made for: a small phone, or a desk at 400 % (WCAG 2.2, 1.4.10). */
const MIN_WIDTH = 320;
const MAX_PHONE_WIDTH = 576;

/** The portal and the counter are made for wider screens. */
const isOfShop = (page: Page) => !/^\/(admin|till|scan)/.test(new URL(page.url()).pathname);

/** Nothing scrolls sideways, and no words are cut, on this screen and, if the page is of the shop, on the narrowest one. */
export async function expectWholeOnAnyScreen(page: Page): Promise<void> {
  const size = page.viewportSize();
  if (!size) return;
  await expectNothingBeside(page, size.width);
  if (!isOfShop(page)) return;
  await page.setViewportSize({ ...size, width: MIN_WIDTH });
  await expectNothingBeside(page, MIN_WIDTH);
  expect(await page.evaluate(wordsInDots), page.url()).toEqual([]);
  expect(await page.evaluate(choicesCutShort), page.url()).toEqual([]);
  await page.setViewportSize(size);
}

/**
 * A phone zooms out from a page that is too wide, until its window has room for all: the screen is asked instead. Phones are of many
 * widths. A desk stays as wide as it is: its page would lose what is open.
 */
export async function expectNothingBesideTheScreen(page: Page): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {};
  if (width <= MAX_PHONE_WIDTH) await expectWholeOnAnyScreen(page);
  else await expectNothingBeside(page, width);
}
