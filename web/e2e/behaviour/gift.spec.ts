// A gift from the buyer's cart to the recipient's wallet.
import type { Page } from "@playwright/test";
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { launchOptions } from "../support/browser.ts";
import { aShop } from "../support/catalogue.ts";
import { openSession } from "../support/openSession.ts";
import { hire, newAddress, signInHere } from "../support/people.ts";
import { buyCard, mailedDigits, mailWith } from "../support/shopping.ts";
import { expect, test } from "../support/story.ts";

test("a gift is bought, mailed, opened, saved, and in its recipient's wallet, and its giver is thanked", async ({
  page,
  request,
  anotherBrowser,
  say,
}) => {
  const giver = await hire(request, { firstName: "Gina", lastName: "Roy", role: "ADMINISTRATOR" });
  const recipient = await hire(request, { firstName: "Rose", lastName: "Roy", role: "ADMINISTRATOR" });
  const shop = await aShop(request);
  const email = newAddress("rose");
  await openSession(page, giver);
  await buyCard(page, say, shop, { to: "Rose", from: "Gina", email, message: "Read <b>on</b>!" });

  const { text } = await mailWith(request, email, /\/gift\/\w+/);
  const link = /\/gift\/\w+/.exec(text)?.[0] ?? "";
  const other = await anotherBrowser.newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(
    say("gift_waiting_title", { to: "Rose" }),
  );
  await expectNothingBesideTheScreen(other);
  await expectOpenToEverybody(other);
  const code = other.getByRole("img", { name: say("kit_card_code_alt") });
  await expect(code).toHaveCount(0);
  await other.getByRole("button", { name: say("gift_open") }).click();
  await expect(other.getByText("Read <b>on</b>!")).toBeVisible();
  await expect(code).toBeVisible();
  await expectNothingBesideTheScreen(other);
  await expectOpenToEverybody(other);

  await other.getByRole("button", { name: say("gift_save") }).click();
  // The code goes to the address of the gift; the recipient's account has another address.
  await mailedDigits(request, email);
  await expectOpenToEverybody(other);
  await other.getByRole("button", { name: say("account_password_way") }).click();
  await expect(other).toHaveURL("/signin");
  await signInHere(other, say, recipient);
  // The gift is saved automatically after signing in.
  await expect(other).toHaveURL(link);
  await expect(other.getByText(say("gift_is_in_wallet"))).toBeVisible();

  await other.getByRole("button", { name: say("gift_phrase_love_it") }).click();
  await expect(other.getByRole("heading", { name: say("gift_thanked", { from: "Gina" }) })).toBeFocused();
  await expectNothingBesideTheScreen(other);
  await expectOpenToEverybody(other);
  await other.getByRole("link", { name: say("checkout_open_card") }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(shop.displayName);
  await expect(code).toBeVisible();

  // The giver sees that the gift was claimed, but no code.
  await page.goto("/transactions");
  await page.getByRole("tab", { name: say("wallet_part_given") }).click();
  await expect(page.getByText(say("wallet_given_claimed"))).toBeVisible();
  await page
    .getByRole("list", { name: say("shell_wallet") })
    .getByRole("link")
    .click();
  await expect(page.getByText(say("wallet_elsewhere", { to: "Rose" }))).toBeVisible();
  await expect(page.getByRole("heading", { name: say("wallet_thanks", { to: "Rose" }) })).toBeVisible();
  await expect(page.getByText(say("gift_phrase_love_it"))).toBeVisible();
  await expectOpenToEverybody(page);
  await expect(page.getByRole("img", { name: say("kit_card_code_alt") })).toHaveCount(0);
});

/** Waits until all finite animations have ended. */
const rest = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
            .length,
      ),
    )
    .toBe(0);

/** Returns the share of pixels that differ by more than antialiasing. */
const difference = (page: Page, pictures: [Buffer, Buffer]) =>
  page.evaluate(
    async (encoded) => {
      const pixels = await Promise.all(
        encoded.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
          const { width, height } = picture;
          const canvas = new OffscreenCanvas(width, height).getContext("2d");
          canvas?.drawImage(picture, 0, 0);
          return canvas?.getImageData(0, 0, width, height).data ?? [];
        }),
      );
      const [seen = [], whole = []] = pixels;
      const strong = Array.from(seen).filter((value, place) => Math.abs(value - (whole[place] ?? 0)) > 48);
      return strong.length / seen.length;
    },
    pictures.map((picture) => picture.toString("base64")),
  );

test.describe("an opened gift, with animations", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  for (const [how, flags] of [
    ["without a graphics card", ["--disable-gpu"]],
    ["with one", ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--enable-gpu-rasterization"]],
  ] as const) {
    test(`shows all of its card ${how}`, async ({ page, request, playwright, baseURL, language, say }) => {
      test.slow();
      const giver = await hire(request, { firstName: "Gina", lastName: "Roy", role: "ADMINISTRATOR" });
      const email = newAddress("rose");
      await openSession(page, giver);
      await buyCard(page, say, await aShop(request), { to: "Rose", from: "Gina", email, message: "Look!" });
      const { text } = await mailWith(request, email, /\/gift\/\w+/);
      const options = launchOptions();
      const args = options.args?.filter((arg) => arg !== "--disable-gpu").concat(flags) ?? [...flags];
      const browser = await playwright.chromium.launch({ ...options, args });
      const recipient = await browser.newPage({
        ...(baseURL === undefined ? {} : { baseURL }),
        locale: `${language}-CA`,
        viewport: page.viewportSize(),
        reducedMotion: "no-preference",
      });
      await recipient.goto(/\/gift\/\w+/.exec(text)?.[0] ?? "");
      await recipient.getByRole("button", { name: say("gift_open") }).click();
      await rest(recipient);
      await expect(
        recipient.locator(".envelope > :not(.envelope-card)").filter({ visible: true }),
      ).toHaveCount(0);
      const parts = [".gift-card-amount", ".gift-card-kind", ".gift-card-shop"];
      const look = () => Promise.all(parts.map((part) => recipient.locator(part).screenshot()));
      const seen = await look();
      await recipient
        .locator(".envelope > :not(.envelope-card)")
        .evaluateAll((others) =>
          others.forEach((other) => (other as HTMLElement).style.setProperty("visibility", "hidden")),
        );
      const whole = await look();
      for (const [place, part] of parts.entries()) {
        const pair: [Buffer, Buffer] = [seen[place] ?? Buffer.of(), whole[place] ?? Buffer.of()];
        expect(await difference(recipient, pair), `${part} is seen`).toBeLessThan(0.002);
      }
      // On a return visit, the card is shown without its envelope.
      await recipient.reload();
      await expect(recipient.locator(".gift-card-amount")).toBeVisible();
      await expect(recipient.locator(".envelope")).toHaveCount(0);
      await browser.close();
    });
  }
});

test.describe("an invalid link of a gift", () => {
  test.use({ expectedFailures: ["404 /api/v1/Gifts/-"] });

  test("shows that, and what to do", async ({ page, say }) => {
    await page.goto("/gift/nothing");
    await expect(page.getByRole("heading", { name: say("gift_gone") })).toBeVisible();
    await expectOpenToEverybody(page);
  });
});
