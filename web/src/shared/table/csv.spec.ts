import { expect, it } from "vitest";
import { csvOf } from "./csv";

it("csvOf: begins with a byte order mark and ends each row with CRLF", () => {
  expect(csvOf(["Name", "Sold"], [["Café", 2.5]])).toBe("\uFEFFName,Sold\r\nCafé,2.5\r\n");
});

it.each([
  ["=1+1", "'=1+1"],
  ["+1 613", "'+1 613"],
  ["-2", "'-2"],
  ["@home", "'@home"],
  ["  =cmd", "'  =cmd"],
  ["\t=cmd", "'\t=cmd"],
  ["a, b", '"a, b"'],
  ["a; b", '"a; b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["=A,B", '"\'=A,B"'],
  ["plain - text", "plain - text"],
  [null, ""],
  [undefined, ""],
  [-2, "-2"],
  ["2026-11-28T10:31:07.123456Z", "2026-11-28 05:31:07"],
  ["2026-07-01T03:59:59Z", "2026-06-30 23:59:59"],
  ["2026-11-28", "2026-11-28"],
])("csvOf: writes %j as %s", (value, written) => {
  expect(csvOf([], [[value]])).toBe(`\uFEFF\r\n${written}\r\n`);
});
