import { readFileSync } from "node:fs";
import type axe from "axe-core";
import type { Page } from "@playwright/test";
import { wordsLikeTheirGround } from "./contrast.ts";
import { expect } from "./story.ts";

/** The small one: every page reads it anew. */
const axeSource = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/**
 * What axe finds on the page as it is, in its frame alone: we show no pages inside of others. Axe's own package for
 * Playwright also looks into those, and loads the whole library into one more page to put the findings together.
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

/** Lets what stays in sight while a page is scrolled stand still: it covers now this, now that, whatever its size. A sidebar
 * has a place of its own, which would be squeezed. */
function holdBarsStill(): void {
  for (const element of document.querySelectorAll<HTMLElement>("body :not(dialog)")) {
    const { position } = getComputedStyle(element);
    const isSidebar = position === "fixed" && element.getBoundingClientRect().width < innerWidth / 2;
    if ((position !== "sticky" && position !== "fixed") || isSidebar) continue;
    element.style.setProperty("position", position === "sticky" ? "relative" : "static", "important");
    element.style.setProperty("inset", "auto", "important");
  }
}

/** Whatever can be pressed is large enough for it, or has room around it (WCAG 2.2, 2.5.8). The page is spoilt by this. */
export async function expectRoomForFingers(page: Page): Promise<void> {
  await page.evaluate(holdBarsStill);
  expect(await findFaults(page, ["target-size"]), page.url()).toEqual([]);
}

/** Words that reach over the edge, where nobody can scroll to: the page clips what is too wide for it. */
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

/** A phone zooms out from a page that is too wide, until its window has room for all: the screen is asked instead. */
export async function expectNothingBesideTheScreen(page: Page): Promise<void> {
  const screenWidth = page.viewportSize()?.width ?? 0;
  const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(pageWidth, page.url()).toBeLessThanOrEqual(screenWidth);
  expect(await page.evaluate(wordsCutOff, screenWidth), page.url()).toEqual([]);
}
