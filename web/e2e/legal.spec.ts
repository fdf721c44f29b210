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
  // The server sends their whole text, so no browser is needed to read it.
  test("say what they have to", async ({ request, language, brand }) => {
    for (const [path, promises] of Object.entries(pages)) {
      const html = await (await request.get(path)).text();
      const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
      const text = main.replaceAll(/<[^>]*>/g, "").replaceAll(/\u00a0|&nbsp;/g, " ");
      await test.step(path, () => {
        for (const promise of promises[language]) expect(text).toMatch(promise);
        // All placeholders are filled in, and no text names the other brand.
        expect(text).not.toMatch(/[{}]|:::|undefined/);
        expect(text).not.toContain(brand === "funray" ? "RayZR" : "FunRay");
        expect(main.match(/<h1[ >]/g)).toHaveLength(1);
      });
    }
  });

  test("have a table of contents that links to the chapters, and print as text alone", async ({
    page,
    brand,
    isPhone,
    say,
  }) => {
    await page.goto("/term-of-use");
    // Only a brand with charities mentions the share that a cause receives.
    const share = page.getByRole("main").getByText(/2[.,]50\sdollars/);
    await expect(share).toHaveCount(brand === "funray" ? 1 : 0);

    if (isPhone) await page.getByText(say("legal_contents")).filter({ visible: true }).click();
    const contents = page.getByRole("navigation", { name: say("legal_contents") });
    await contents.getByRole("link").last().click();
    await expect(page.getByRole("main").getByRole("heading", { level: 2 }).last()).toBeInViewport();

    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("contentinfo")).toBeHidden();
    await expect(contents).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});
