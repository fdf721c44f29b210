// Checks rules that exist only in the style sheet.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");

it("table.css: a long table is scrolled with the window, and not in a box of its own", () => {
  expect(read("./table.css")).not.toContain("max-height");
});

it("table.css: on a phone the state stands below the name, which has the whole line", () => {
  expect(read("./table.css")).toMatch(/\.data-table-status \{\s+order: -1;\s+\}/);
});

it("table.css: a long chip wraps in a row that is shown as a card, which its own look leaves possible", () => {
  expect(read("./table.css")).toMatch(/\.table-stacking \.chip \{\s+white-space: normal;/);
  expect(read("../../ui/Chip.tsx")).not.toContain("whitespace-nowrap");
});
