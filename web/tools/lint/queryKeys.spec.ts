// Query keys derive from the API's path. A change would not invalidate a query with an invented key.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const src = fileURLToPath(new URL("../../src", import.meta.url));

/**
 * Files with keys of their own: they read from the browser or a script, or combine several calls.
 */
const OF_THEIR_OWN = [
  "api/queries/shopWindow.ts",
  "api/reading.ts",
  "api/readingPages.ts",
  "areas/account/register/RegistrationQuestionPage.tsx",
  "areas/counter/till/EnrolTillPage.tsx",
  "areas/portal/kit/calls.ts",
  "areas/portal/shell/palette/useRecent.ts",
  "areas/portal/tenants/information/VendorPreview.tsx",
  "areas/portal/tenants/vendors/figures.ts",
  "areas/wallet/cards/offlineWallet.ts",
  "features/captcha/AltchaCheck.tsx",
  "features/captcha/RecaptchaCheck.tsx",
];

it("query keys: come from reading() and the API's path", () => {
  const byHand = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.|generated|^areas\/dev/.test(file))
    .filter((file) => /\bqueryKey: \[(?!\.\.\.keyOf\()/.test(readFileSync(join(src, file), "utf8")));
  expect(byHand.toSorted()).toEqual(OF_THEIR_OWN.toSorted());
});
