// On a phone, the brands' light effects must not lie behind text.
import { expect, test } from "./support/story.ts";

test("on a phone no light effect lies behind the text at the top of a page", async ({
  page,
  isPhone,
  brand,
}) => {
  test.skip(!isPhone, "On a desk the text is beside the light.");
  // Very faint light is allowed: the sun's halo, and the start of the beams on RayZR's front page.
  for (const path of brand === "funray" ? ["/", "/shop-vendors/"] : ["/shop-vendors/"]) {
    await page.goto(path);
    const main = page.getByRole("main");
    const words = [main.getByRole("heading", { level: 1 }), main.locator("p").first()];
    const look = () => Promise.all(words.map((word) => word.screenshot()));
    const lit = await look();
    await page.evaluate(() => {
      const lightsOut = new CSSStyleSheet();
      lightsOut.replaceSync(
        ".turning-rays, .catalogue-head::before, .catalogue-head::after { display: none !important }",
      );
      document.adoptedStyleSheets.push(lightsOut);
    });
    expect(await look()).toEqual(lit);
  }
});
