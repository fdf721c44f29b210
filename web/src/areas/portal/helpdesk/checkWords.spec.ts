import { afterEach, describe, expect, it } from "vitest";
import { renderIn } from "@/i18n";
import { addressCheckWords, codeCheckWords } from "./checkWords";

afterEach(() => renderIn("en"));

describe("addressCheckWords", () => {
  it.each([
    ["Y", "matches"],
    ["X", "matches"],
    ["A", "only the street matches"],
    ["Z", "only the postal code matches"],
    ["W", "only the postal code matches"],
    ["N", "doesn’t match"],
    ["B", "not given"],
    ["P", "not checked"],
    ["U", "not checked"],
    [null, "not checked"],
  ])("%s: %s", (letter, words) => {
    expect(addressCheckWords(letter)).toBe(words);
  });

  it("returns an unknown letter unchanged", () => {
    expect(addressCheckWords("Q")).toBe("Q");
  });
});

describe("codeCheckWords", () => {
  it.each([
    ["M", "matches"],
    ["N", "doesn’t match"],
    ["S", "not given"],
    ["P", "not checked"],
    ["U", "not checked"],
    [null, "not checked"],
  ])("%s: %s", (letter, words) => {
    expect(codeCheckWords(letter)).toBe(words);
  });

  it("returns labels in the page's language", () => {
    renderIn("fr");
    expect(codeCheckWords("N")).toBe("ne concorde pas");
  });
});
