// Counts taps and typed fields.
import type { Locator } from "@playwright/test";

/** Returns functions that tap and type, with their counts. Focusing a field counts as a tap. */
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
      // A field that already has the focus needs no tap.
      if (!(await field.evaluate((element) => element === document.activeElement))) {
        count.taps += 1;
        await field.click();
      }
      await field.fill(text);
    },
  };
}

export type Hand = ReturnType<typeof counting>;
