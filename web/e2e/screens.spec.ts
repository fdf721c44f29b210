// All pages on each screen size in each language, because text length and space differ.
import { expectNothingBesideTheScreen } from "./support/axe.ts";
import { cataloguePages, OF_CAUSES, peoplesPages, publicPages } from "./support/pages.ts";
import { openSession } from "./support/openSession.ts";
import { demo } from "./support/people.ts";
import { expect, test } from "./support/story.ts";
import { expectOpened, lookAtEach } from "./support/visit.ts";

test.slow();

test("no page scrolls sideways or cuts text", async ({ page, styleguideUrl, say }) => {
  const paths = publicPages.filter((path) => !OF_CAUSES.test(path));
  await lookAtEach(page, paths, async (path) => {
    await expectOpened(page, say, path);
    await expectNothingBesideTheScreen(page);
  });
  await page.goto(styleguideUrl);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectNothingBesideTheScreen(page);
});

for (const [email, paths] of [...cataloguePages, ...peoplesPages]) {
  test(`nothing that ${email} sees reaches beyond the side of the screen: ${paths[0]}`, async ({
    page,
    say,
    isPhone,
  }) => {
    await openSession(page, demo(email));
    // Beside the account's navigation on a desk, its list leads to the first of its pages.
    const shown = paths.filter((path) => isPhone || path !== "/account");
    await lookAtEach(page, shown, async (path) => {
      await expectOpened(page, say, path);
      await expectNothingBesideTheScreen(page);
    });
  });
}
