// All pages on each screen size in each language, because text length and space differ.
import { expectNothingBesideTheScreen } from "./support/axe.ts";
import { cataloguePages, peoplesPages, publicPages } from "./support/pages.ts";
import { demo, signIn } from "./support/people.ts";
import { expect, test } from "./support/story.ts";

test.slow();

test("no page scrolls sideways or cuts text", async ({ page, styleguideUrl }) => {
  for (const path of [...publicPages, styleguideUrl]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNothingBesideTheScreen(page);
  }
});

for (const [email, paths] of [...cataloguePages, ...peoplesPages]) {
  test(`nothing that ${email} sees reaches beyond the side of the screen: ${paths[0]}`, async ({
    page,
    say,
  }) => {
    await signIn(page, say, demo(email));
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("progressbar")).toHaveCount(0);
      await expectNothingBesideTheScreen(page);
    }
  });
}
