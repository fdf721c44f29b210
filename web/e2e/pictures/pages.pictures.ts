// Takes the pictures of the documentation from the demo.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { buyCard, show } from "../support/cards.ts";
import { openCard } from "../support/counter.ts";
import { openSession } from "../support/openSession.ts";
import { demo, newAddress } from "../support/people.ts";
import { mailWith } from "../support/shopping.ts";
import { expect, test } from "../support/story.ts";

const folder = fileURLToPath(new URL("../../../docs/site/pages/images/", import.meta.url));

/** Runs in a page. Chromium is the only program here that writes WebP. */
async function toWebp(png: string): Promise<string> {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  return canvas.toDataURL("image/webp", 0.8);
}

/** Saves the visible part of the page as a small picture. */
async function save(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ animations: "disabled" });
  const paper = await page.context().newPage();
  await paper.goto("about:blank");
  const url = await paper.evaluate(toWebp, png.toString("base64"));
  await paper.close();
  writeFileSync(`${folder}${name}.webp`, Buffer.from(url.split(",")[1] ?? "", "base64"));
}

test("takes a picture of the shops", async ({ page, say }) => {
  await page.goto("/shop-vendors/list");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("shop_vendors_title"));
  await expect(page.getByRole("main").getByRole("link").nth(4)).toBeVisible();
  await save(page, "shop");
});

test("takes a picture of an opened gift", async ({ page, request, say }) => {
  const recipient = newAddress("bea");
  await buyCard(request, demo("buyer@demo.test"), { giftTo: recipient });
  const { text } = await mailWith(request, recipient, "/gift/");
  await page.goto(/\/gift\/\w+/.exec(text)?.[0] ?? "");
  await page.getByRole("button", { name: say("gift_open") }).click();
  await expect(page.getByRole("img", { name: say("kit_card_code_alt") })).toBeVisible();
  await save(page, "gift");
});

test("takes a picture of a card at the counter", async ({ page, request, say }) => {
  const card = await buyCard(request, demo("buyer@demo.test"));
  const clerk = demo("employee@vendor-a.test");
  await show(request, clerk, card);
  await openSession(page, clerk);
  await page.goto(`/scan-vendor-transactions/${card.id}`);
  await expect(openCard(page, say)).toBeVisible();
  await save(page, "counter");
});

test("takes a picture of the dashboard", async ({ page }) => {
  await openSession(page, demo("super@demo.test"));
  await page.goto("/admin");
  await expect(page.locator("h1")).toBeVisible();
  await save(page, "dashboard");
});
