// Behaviour that only a wide screen with a mouse has.
import { aShop } from "../support/catalogue.ts";
import { confirm, goOnFromMail, joinHere } from "../support/joining.ts";
import { chooseCard } from "../support/shopping.ts";
import { expect, test } from "../support/story.ts";

test("messages are at the top right of a desk", async ({ page, styleguideUrl }) => {
  await page.goto(styleguideUrl);
  for (const kind of ["Success", "Error", "Info"]) {
    await page.getByRole("button", { name: kind, exact: true }).click();
  }
  const messages = page.locator(".toaster").getByRole("listitem");
  await expect(messages).toHaveCount(3);
  // The width of the page without its scrollbar.
  const screen = await page.evaluate(() => document.documentElement.getBoundingClientRect());
  const boxes = await Promise.all([messages.first().boundingBox(), messages.last().boundingBox()]);
  for (const box of boxes) {
    if (!box) throw new Error("The message has no place on the screen");
    // As far from the right edge as from the top, on the right half of the screen.
    expect(Math.round(screen.width - box.x - box.width)).toBe(16);
    expect(box.x).toBeGreaterThan(screen.width / 2);
  }
  expect(Math.round(boxes[0]?.y ?? Number.NaN)).toBe(16);
});

test("a gift card tilts towards the mouse, except with reduced motion", async ({ page, styleguideUrl }) => {
  await page.goto(styleguideUrl);
  const card = page.locator(".gift-card").first();
  const lean = () => card.evaluate((element) => element.style.getPropertyValue("--tilt-x"));
  await card.hover({ position: { x: 20, y: 20 } });
  expect(await lean()).toBe("");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await card.hover({ position: { x: 30, y: 20 } });
  expect(await lean()).toMatch(/^-\d/);
});

test("a shopper with a full cart registers by the header's links", async ({ page, request, say }) => {
  await chooseCard(page, say, await aShop(request));
  await page
    .getByRole("banner")
    .getByRole("link", { name: say("shell_sign_in"), exact: true })
    .click();
  await page
    .getByRole("main")
    .getByRole("link", { name: say("account_register"), exact: true })
    .click();
  const email = await joinHere(page, say);
  await confirm(page, request, say, email);
  await goOnFromMail(page, say);
});
