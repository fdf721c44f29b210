import { afterEach, describe, expect, it } from "vitest";
import { renderIn } from "@/i18n";
import { addressCheckText, codeCheckText } from "./checkLabels";

afterEach(() => renderIn("en"));

describe("addressCheckText", () => {
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
    expect(addressCheckText(letter)).toBe(words);
  });

  it("returns an unknown letter unchanged", () => {
    expect(addressCheckText("Q")).toBe("Q");
  });
});

describe("codeCheckText", () => {
  it.each([
    ["M", "matches"],
    ["N", "doesn’t match"],
    ["S", "not given"],
    ["P", "not checked"],
    ["U", "not checked"],
    [null, "not checked"],
  ])("%s: %s", (letter, words) => {
    expect(codeCheckText(letter)).toBe(words);
  });

  it("returns labels in the page's language", () => {
    renderIn("fr");
    expect(codeCheckText("N")).toBe("ne concorde pas");
  });
});
