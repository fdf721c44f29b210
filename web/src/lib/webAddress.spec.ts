import { expect, it } from "vitest";
import { isWebAddress } from "./webAddress";

it.each([
  "https://maple-leaf-books.example",
  "HTTP://shop.example:8080/cards?from=us#top",
  "https://münchen.example/é",
  "https://10.0.0.1/",
  "https://a.b.co",
  "https://shop.example?x=1",
])("isWebAddress: accepts %s", (text) => {
  expect(isWebAddress(text)).toBe(true);
});

it.each([
  "",
  "shop.example",
  "www.shop.example",
  "//shop.example",
  "https:/shop.example",
  "https://",
  "https://shop",
  "https://.example",
  "https://shop..example",
  "https://-shop.example",
  "https://shop.e",
  "https://shop.12",
  "https://256.1.1.1",
  "ftp://shop.example",
  "javascript:alert(1)",
  "javascript://shop.example/%0aalert(1)",
  "data:text/html,x",
  "https://ann@shop.example",
  "https://shop.example@evil.example",
  "https://shop.example:0",
  "https://shop.example:99999",
  "https://shop.example:",
  "https://shop.example/a b",
  'https://shop.example/"onclick=',
  "https://shop.example/<b>",
  "https://shop.example\\@evil.example",
  `https://shop.example/${"a".repeat(2048)}`,
])("isWebAddress: refuses %s", (text) => {
  expect(isWebAddress(text)).toBe(false);
});
