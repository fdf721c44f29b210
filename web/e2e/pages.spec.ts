// Every page of the built app opens by a full load, for a user who may see it: code may be broken in the build alone, or only
// where a page is the first one. The page then has both sizes of screens, because a load costs more than all that is looked at.
import {
  expectNothingBesideTheScreen,
  expectOpenToEverybodyAndFingers,
  expectWholeOnBothScreens,
} from "./support/axe.ts";
import { openSession } from "./support/openSession.ts";
import {
  BUYER,
  GUEST,
  isAboutCauses,
  isAboutPeople,
  isOfEverybody,
  isOfPortal,
  loadsByUser,
  OF_CAUSES,
  type Load,
} from "./support/pages.ts";
import { demo } from "./support/people.ts";
import { recordsFrom } from "./support/records.ts";
import { openInOneRoundTrip } from "./support/roundTrips.ts";
import { test } from "./support/story.ts";
import { expectOpened } from "./support/visit.ts";

/** A page, and users whose pages may still wait for one reply before they ask for more. So may pages about one record. */
const WAITING = new Set(["/admin/vendors", BUYER, "employee@vendor-a.test", "admin@demo.test"]);

/** Pages that lead elsewhere on a desk. */
const OF_PHONES = new Set(["/account"]);

/**
 * Pages about people, causes and one record are seen in English on a phone, the others of the portal in French at a desk. A page
 * of the portal is loaded there only, and with `STORIES=all` everywhere.
 */
const isSeenAtDesk = (path: string) => !isAboutPeople(path) && !isAboutCauses(path) && !path.includes(":");
const wantsAll = process.env["STORIES"] === "all";

const PAGES_PER_STORY = 15;

test.slow();

for (const [user, loads] of loadsByUser) {
  for (let first = 0; first < loads.length; first += PAGES_PER_STORY) {
    const some = loads.slice(first, first + PAGES_PER_STORY);
    test(`${user} sees ${some[0]?.path} and ${some.length - 1} more whole, with all their data at once`, async ({
      page,
      request,
      brand,
      isPhone,
      say,
    }) => {
      // RayZR has no causes, and further addresses of its pages about records have the same code.
      const isWanted = ({ path, isFirst }: Load) =>
        brand === "funray" || (!OF_CAUSES.test(path) && (isFirst || isOfEverybody(user, path)));
      const wanted = some.filter(
        (load) =>
          isWanted(load) &&
          (isPhone || !OF_PHONES.has(load.path)) &&
          (wantsAll || !isOfPortal(load.path) || isSeenAtDesk(load.path) !== isPhone),
      );
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
          const isSeenHere = isSeenAtDesk(pattern) !== isPhone;
          if ((isOfPortal(path) ? isSeenHere : isPhone) && !mayWait) await openInOneRoundTrip(page, path);
          else await page.goto(path);
          await expectOpened(page, say, path);
          if (user === GUEST || isSeenHere) await expectOpenToEverybodyAndFingers(page);
          if (OF_PHONES.has(path)) await expectNothingBesideTheScreen(page);
          else await expectWholeOnBothScreens(page);
        });
      }
    });
  }
}
