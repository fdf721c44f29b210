// The key of a query comes from the API's path: a name that somebody thought of is one that no change outdates.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const src = fileURLToPath(new URL("../../src", import.meta.url));

/** Queries without a call of the API or with another path: they ask the browser, a script, or make several calls. */
const OF_THEIR_OWN = [
  "api/queries/shopWindow.ts",
  "api/reading.ts",
  "api/readingPages.ts",
  "areas/account/register/RegistrationQuestionPage.tsx",
  "areas/account/till/EnrolTillPage.tsx",
  "areas/admin/kit/calls.ts",
  "areas/admin/shell/palette/useRecent.ts",
  "areas/admin/tenants/vendors/figures.ts",
  "areas/consumer/wallet/keptWallet.ts",
  "features/captcha/AltchaCheck.tsx",
  "features/captcha/RecaptchaCheck.tsx",
];

it("queryKeys: keys of queries are made by reading(), of the API's path", () => {
  const byHand = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.|generated|^areas\/dev/.test(file))
    .filter((file) => /\bqueryKey: \[(?!\.\.\.keyOf\()/.test(readFileSync(join(src, file), "utf8")));
  expect(byHand.toSorted()).toEqual(OF_THEIR_OWN.toSorted());
});
