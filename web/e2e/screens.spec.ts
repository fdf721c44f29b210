// All pages on each screen size in each language, because text length and space differ.
import { expectNothingBesideTheScreen } from "./support/axe.ts";
import { cataloguePages, peoplesPages, publicPages } from "./support/pages.ts";
import { openSession } from "./support/openSession.ts";
import { demo } from "./support/people.ts";
import { expect, test } from "./support/story.ts";
import { lookAtEach } from "./support/visit.ts";

test.slow();

test("no page scrolls sideways or cuts text", async ({ page, styleguideUrl }) => {
  await lookAtEach(page, publicPages, async () => {
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNothingBesideTheScreen(page);
  });
  await page.goto(styleguideUrl);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectNothingBesideTheScreen(page);
});

for (const [email, paths] of [...cataloguePages, ...peoplesPages]) {
  test(`nothing that ${email} sees reaches beyond the side of the screen: ${paths[0]}`, async ({ page }) => {
    await openSession(page, demo(email));
    await lookAtEach(page, paths, async () => {
      await expect(page.locator("h1, dialog[open] h2").last()).toBeVisible();
      await expect(page.getByRole("progressbar")).toHaveCount(0);
      await expectNothingBesideTheScreen(page);
    });
  });
}
