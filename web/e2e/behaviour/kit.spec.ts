// Rules of the kit that need a whole page: scrollbars, themes and sizes.
import { launchOptions } from "../support/browser.ts";
import { expect, test } from "../support/story.ts";

test.describe("a dialog", () => {
  test("shifts nothing sideways on long and short pages, and leaves no strip, where scrollbars take space", async ({
    playwright,
    baseURL,
  }) => {
    const browser = await playwright.chromium.launch({
      ...launchOptions(),
      ignoreDefaultArgs: ["--hide-scrollbars"],
    });
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      isMobile: false,
      hasTouch: false,
    });
    const width = () => page.evaluate(() => document.body.clientWidth);
    const screenshotAt = (x: number) => page.screenshot({ clip: { x, y: 300, width: 4, height: 4 } });
    // Plain squares of one colour are equal files.
    const expectNoStrip = async (path: string) =>
      expect(
        (await screenshotAt(1274)).equals(await screenshotAt(1254)),
        `${path} and the scrollbar's gutter have one colour`,
      ).toBe(true);
    /** Paints the page below a dialog and the gutter, and returns the largest difference of their colours. */
    const strip = () =>
      page.evaluate(() => {
        const dialog = document.querySelector("dialog");
        const paint = (...colours: string[]) => {
          const context = document.createElement("canvas").getContext("2d");
          if (!context || !dialog) throw new Error("Nothing can be painted");
          for (const colour of colours) {
            context.fillStyle = colour;
            context.fillRect(0, 0, 1, 1);
          }
          return [...context.getImageData(0, 0, 1, 1).data];
        };
        const gutter = paint(getComputedStyle(document.documentElement).backgroundColor);
        const ground = getComputedStyle(document.body).backgroundColor;
        const below = dialog ? paint(ground, getComputedStyle(dialog, "::backdrop").backgroundColor) : [];
        return Math.max(...below.map((part, place) => Math.abs(part - (gutter[place] ?? 0))));
      });
    const widthBeside = async (path: string) => {
      await page.goto(`${baseURL}${path}?support=show`);
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      const opened = await width();
      expect(await strip(), `${path}: the gutter is dimmed like the page`).toBeLessThanOrEqual(2);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      expect(await width(), `${path} is as wide as beside a dialog`).toBe(opened);
      if (path === "/signed-out") await expectNoStrip(path);
      return opened;
    };
    const long = await widthBeside("/privacy-policy");
    await page.setViewportSize({ width: 1280, height: 2400 });
    expect(await widthBeside("/signed-out"), "a short page is as wide as a long one").toBe(long);
    await page.goto(`${baseURL}/till`);
    await expect(page.locator("[data-ground=quiet]")).toBeVisible();
    await expectNoStrip("/till");
    await browser.close();
  });
});

test.describe("a gift card", () => {
  test("keeps the ratio of a real card at every size", async ({ page, styleguideUrl }) => {
    await page.goto(styleguideUrl);
    const bodies = page.locator(".gift-card-body");
    await expect(bodies.first()).toBeVisible();
    const ratios = await bodies.evaluateAll((cards) =>
      cards.map(({ clientWidth, clientHeight }) => clientWidth / clientHeight),
    );
    expect(ratios.length).toBeGreaterThan(10);
    for (const ratio of ratios) expect(Math.abs(ratio - 1.586)).toBeLessThan(0.02);
  });
});

test("both themes can be chosen, whatever the system setting", async ({ page, styleguideUrl }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(styleguideUrl);
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.getByRole("radio", { name: "Dark" }).check();
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByRole("radio", { name: "As the system" }).check();
  expect(await ground()).toBe(dark);
});

test("all controls are large enough for a thumb", async ({ page }) => {
  await page.goto("/");
  const targets = page.locator("a[href]:visible, button:visible, select:visible");
  const tooSmall = await targets.evaluateAll((elements) =>
    elements
      .filter((element) => !element.matches(".skip-link"))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return Math.min(width, height) < 44;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(tooSmall).toEqual([]);
});
