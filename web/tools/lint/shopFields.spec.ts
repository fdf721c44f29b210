import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const src = join(import.meta.dirname, "../../src");

/** Files that may name a field of a shop: its declaration, the public page and the audit log. */
const PLACES = [
  "areas/portal/tenants/information/visitorFields.ts",
  "features/catalogue/PhoneAndHours.tsx",
  "features/log/fieldLabels.ts",
];

// Nothing else in the app has these names.
it.each(["openingHours", "frenchOpeningHours"])("%s: is named in three files at most", (field) => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.|\.d\.ts$|(^|\/)(testing|generated)\//.test(file))
    .filter((file) => new RegExp(String.raw`\b${field}\b`).test(readFileSync(join(src, file), "utf8")));
  const advice = "Read the field through one of these files, and give no other file or variable its name.";
  expect(files.toSorted(), advice).toEqual(PLACES);
});
