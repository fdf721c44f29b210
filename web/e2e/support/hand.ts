// A hand whose taps and typed fields are counted.
import type { Locator } from "@playwright/test";

/** Counts what a finger does. Choosing a field to type in is a tap, too. */
export function counting() {
  const count = { taps: 0, fields: 0 };
  return {
    count,
    tap: async (target: Locator) => {
      count.taps += 1;
      await target.click();
    },
    type: async (field: Locator, text: string) => {
      count.fields += 1;
      // A field that has the focus already takes no tap.
      if (!(await field.evaluate((element) => element === document.activeElement))) {
        count.taps += 1;
        await field.click();
      }
      await field.fill(text);
    },
  };
}

export type Hand = ReturnType<typeof counting>;
