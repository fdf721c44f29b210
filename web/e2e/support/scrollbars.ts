// Layout that differs between engines: scrollbars beside tabs and stacked tables, and pages wider than the screen.
import { expect, test, type Visitor } from "./visitor.ts";

/** Returns the elements that scroll by a few pixels: their scrollbar helps nobody. */
function uselessScrollbars(): string[] {
  return [...document.querySelectorAll<HTMLElement>("body *")].flatMap((one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    const isUseless = [
      { overflow: overflowX, hidden: one.scrollWidth - one.clientWidth },
      { overflow: overflowY, hidden: one.scrollHeight - one.clientHeight },
    ].some(({ overflow, hidden }) => /auto|scroll/.test(overflow) && hidden > 0 && hidden <= 4);
    return isUseless && one.checkVisibility() ? one.outerHTML.slice(0, 160) : [];
  });
}

const widthBeside = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** Expects that pages have no useless scrollbars and fit the screen. */
export async function expectGoodLayout(visitor: Visitor, paths: string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await visitor.goto(path);
      await visitor.see("heading");
      await visitor.miss("progressbar");
      expect(await visitor.run(uselessScrollbars), path).toEqual([]);
      expect(await visitor.run(widthBeside), path).toBeLessThanOrEqual(0);
    });
  }
}
