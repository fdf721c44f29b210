// Every page of the built app opens by a full load, for a user who may see it: code may be broken in the build alone, or only
// where a page is the first one.
import { expectNothingBesideTheScreen } from "./support/axe.ts";
import { openSession } from "./support/openSession.ts";
import { BUYER, GUEST, isLookedAt, loadsByUser, OF_CAUSES, type Load } from "./support/pages.ts";
import { demo } from "./support/people.ts";
import { recordsFrom } from "./support/records.ts";
import { openInOneRoundTrip } from "./support/roundTrips.ts";
import { test } from "./support/story.ts";
import { expectOpened } from "./support/visit.ts";

/** A page, and users whose pages may still wait for one reply before they ask for more. So may pages about one record. */
const WAITING = new Set(["/admin/vendors", BUYER, "employee@vendor-a.test", "admin@demo.test"]);

test.slow();

for (const [user, loads] of loadsByUser) {
  test(`every page of ${user} opens and asks for all its data at once`, async ({
    page,
    request,
    brand,
    isPhone,
    say,
  }) => {
    // Further addresses of a screen have the same code, and RayZR has no causes.
    const isWanted = ({ path, isFirst }: Load) => brand === "funray" || (isFirst && !OF_CAUSES.test(path));
    // The stories of layout load RayZR's other pages, on both screens.
    const isLeft = ({ path }: Load) => brand === "funray" || !isLookedAt(user, path);
    const wanted = loads.filter((load) => isWanted(load) && isLeft(load));
    test.skip(wanted.length === 0);
    const { buyer, fill } = recordsFrom(request);
    if (user !== GUEST) await openSession(page, user === BUYER ? await buyer() : demo(user));
    for (const { path: pattern } of wanted) {
      const path = await fill(pattern);
      await test.step(path, async () => {
        // Two addresses that differ only in the fragment are one document, which would not load again.
        if (path.includes("#")) await page.goto("about:blank");
        // Pages ask for the same data in every brand and on every screen.
        const mayWait = pattern !== path || WAITING.has(path) || WAITING.has(user);
        if (isPhone && !mayWait) await openInOneRoundTrip(page, path);
        else await page.goto(path);
        await expectOpened(page, say, path);
        if (path.startsWith("/admin")) await expectNothingBesideTheScreen(page);
      });
    }
  });
}
