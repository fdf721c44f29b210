import { expect, it } from "vitest";
import { recognised } from "./businessNumber";

it.each([
  ["123456782", "revenue", "123 456 782"],
  ["123 456 782 rr 0001", "revenue", "123 456 782 RR 0001"],
  ["123456782RT0001", "revenue", "123 456 782 RT 0001"],
  ["123456789", "misspelt", "123 456 789"],
  ["1143920115", "quebec", "1143920115"],
  ["80099", "unknown", "80099"],
  ["123456782XX0001", "unknown", "123456782XX0001"],
])("recognised: for %s returns the kind %s", (text, kind, number) => {
  expect(recognised(text)).toEqual({ kind, number: number.replaceAll(" ", "\u00A0") });
});

it("recognised: returns undefined for an empty text", () => {
  expect(recognised(" ")).toBeUndefined();
});
