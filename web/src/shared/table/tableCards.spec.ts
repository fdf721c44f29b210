// Checks rules that exist only in the style sheet.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");

it("table.css: a long table scrolls with the window, not in a box of its own", () => {
  expect(read("./table.css")).not.toContain("max-height");
});

it("table.css: on a phone the status is below the name, which has the whole line", () => {
  expect(read("./table.css")).toMatch(/\.data-table-status \{\s+order: -1;\s+\}/);
});

it("table.css: a long chip wraps in a row shown as a card", () => {
  expect(read("./table.css")).toMatch(/\.table-stacking \.chip \{\s+white-space: normal;/);
  expect(read("../../ui/list/Chip.tsx")).not.toContain("whitespace-nowrap");
});

it("table.css: the sums of a long table stay in sight, as the header does", () => {
  const sheet = read("./table.css");
  expect(sheet).toMatch(/\.data-table tr\[data-sums\] td \{\s+position: sticky;\s+bottom: 0;/);
  expect(sheet).toMatch(/\.data-table th \{\s+position: sticky;\s+top: 0;/);
});
