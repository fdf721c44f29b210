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

  it("shows a letter that it doesn't know as the gateway gave it", () => {
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

  it("speaks the reader's language", () => {
    renderIn("fr");
    expect(codeCheckWords("N")).toBe("ne concorde pas");
  });
});
