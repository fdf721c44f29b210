import { expect, test } from "./support/story.ts";

/** Required statements of each page in both languages, from section 1 of the specification. */
const pages: Record<string, { en: RegExp[]; fr: RegExp[] }> = {
  "/about": {
    en: [/200 merchants/, /CAD/, /never expires/, /within 1 hour/, /QR code/],
    fr: [/200 commerces/, /CAD/, /Aucune date d’expiration/, /moins d’une heure/, /code QR/],
  },
  "/privacy-policy": {
    en: [/over 18/, /children under 13/, /within one month/, /30 days/, /English text prevails/],
    fr: [/plus de 18 ans/, /moins de 13 ans/, /en un mois/, /30 jours/, /texte anglais prévaut/],
  },
  "/term-of-use": {
    en: [
      /over 18/,
      /100 US dollars/,
      /Ontario/,
      /30 days/,
      /original English text prevails/,
      /not refundable and not transferable/,
    ],
    fr: [
      /plus de 18 ans/,
      /100 dollars américains/,
      /Ontario/,
      /30 jours/,
      /anglais d’origine prévaut/,
      /ni remboursable ni transférable/,
    ],
  },
  "/eula-page": {
    en: [/licence/, /over 18/, /100 US dollars/, /Ontario, Canada/],
    fr: [/licence/, /plus de 18 ans/, /100 dollars américains/, /Ontario, au Canada/],
  },
  "/shipping-only": {
    en: [/by email/, /within 1 hour/, /no delivery charge/, /No extra tax/, /CAD/],
    fr: [/par courriel/, /moins d’une heure/, /aucuns frais de livraison/, /Aucune taxe/, /CAD/],
  },
  "/refund-only": {
    en: [/not refundable/, /not transferable/, /no cash value/, /no expiry date/],
    fr: [/pas remboursables/, /pas transférables/, /aucune valeur en espèces/, /Aucune date d’expiration/],
  },
};

test.describe("the legal pages", () => {
  for (const [path, promises] of Object.entries(pages)) {
    test(`${path} says what it has to`, async ({ page, language, brand }) => {
      await page.goto(path);
      const main = page.getByRole("main");
      const text = (await main.innerText()).replaceAll("\u00a0", " ");
      for (const promise of promises[language]) expect(text).toMatch(promise);
      // All placeholders are filled in, and no text names the other brand.
      expect(text).not.toMatch(/[{}]|:::|undefined/);
      expect(text).not.toContain(brand === "funray" ? "RayZR" : "FunRay");
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    });
  }

  test("only a brand with charities mentions the share that a cause receives", async ({ page, brand }) => {
    await page.goto("/term-of-use");
    const share = page.getByRole("main").getByText(/2[.,]50\sdollars/);
    await expect(share).toHaveCount(brand === "funray" ? 1 : 0);
  });

  test("the table of contents links to the chapters", async ({ page, isPhone, say }) => {
    await page.goto("/term-of-use");
    if (isPhone) await page.getByText(say("legal_contents")).filter({ visible: true }).click();
    const contents = page.getByRole("navigation", { name: say("legal_contents") });
    await contents.getByRole("link").last().click();
    await expect(page.getByRole("main").getByRole("heading", { level: 2 }).last()).toBeInViewport();
  });

  test("print as text alone", async ({ page, say }) => {
    await page.goto("/term-of-use");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("contentinfo")).toBeHidden();
    await expect(page.getByRole("navigation", { name: say("legal_contents") })).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});
