import { describe, expect, it } from "vitest";
import {
  createScannerEar,
  hasCardCode,
  isCardCode,
  isScannedAmongAmounts,
  isScannedAmongWords,
} from "./scannedText";

const CODE = "FR1:0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Types a text with equal pauses and returns the last burst. */
function heard(text: string, pause: number, ear = createScannerEar()): string {
  let last = "";
  [...text.split(""), "Enter"].forEach((key, position) => {
    last = ear(key, position * pause);
  });
  return last;
}

describe("scanner input", () => {
  it("is collected by createScannerEar until Enter", () => {
    const ear = createScannerEar();
    expect(heard(CODE, 5, ear)).toBe(CODE);
    expect(ear("Enter", 170)).toBe("");
  });

  it("does not include slow keys", () => {
    expect(heard("12.50", 150)).toBe("");
  });

  it("may include shift keys between capitals", () => {
    const ear = createScannerEar();
    ["Shift", "F", "Shift", "R", "1"].forEach((key, position) => ear(key, position));
    expect(ear("Enter", 6)).toBe("FR1");
  });

  it("is distinguished from amounts by its length and letters", () => {
    expect([CODE, "064200115902", "FR1"].map(isScannedAmongAmounts)).toEqual([true, true, true]);
    expect(["", "5", "12.50", "12,50"].map(isScannedAmongAmounts)).toEqual([false, false, false, false]);
  });

  it("is distinguished from fast typing in text fields", () => {
    expect([CODE, CODE.slice(0, 6), "064200115902"].map(isScannedAmongWords)).toEqual([true, true, true]);
    const words = ["Called", "FR1: sent again", "the wrong card", "fragile", "6135550100 is their number"];
    expect(words.filter(isScannedAmongWords)).toEqual([]);
  });

  it("is recognized as a card only if it has the form of a card code", () => {
    expect([CODE, CODE.toLowerCase(), ` ${CODE} `].map(isCardCode)).toEqual([true, true, true]);
    const others = ["", "FR1:", CODE.slice(0, -1), `${CODE}0`, "https://shop.example", "4111111111111111"];
    expect(others.filter(isCardCode)).toEqual([]);
    expect(others.filter(hasCardCode)).toEqual([`${CODE}0`]);
    expect(hasCardCode(`lost ${CODE.toLowerCase()}, found`)).toBe(true);
  });
});
