import { describe, expect, it } from "vitest";
import { dominantHue } from "./dominantHue";

type Part = readonly [rgba: readonly number[], count: number];

const picture = (...parts: Part[]) =>
  parts.flatMap(([rgba, count]) => Array.from({ length: count }, () => rgba).flat());

/** Distance of two hues, in degrees. */
function distance(hue: number | null, expected: number): number {
  const apart = Math.abs((hue ?? Number.NaN) - expected);
  return Math.min(apart, 360 - apart);
}

// The cases of the server's `pictures/hue.rs`, whose rule this is.
describe("dominantHue", () => {
  it.each([
    [[255, 0, 0], 29],
    [[0, 255, 0], 142],
    [[0, 0, 255], 264],
    [[255, 255, 0], 110],
    [[0, 255, 255], 195],
    [[255, 0, 255], 328],
  ])("returns the known hue of %j", (rgb, degrees) => {
    expect(distance(dominantHue(picture([[...rgb, 255], 9])), degrees)).toBeLessThanOrEqual(2);
  });

  it("ignores white and transparent pixels", () => {
    const onWhite = picture([[255, 255, 255, 255], 900], [[0, 0, 255, 255], 80], [[255, 0, 0, 255], 20]);
    expect(distance(dominantHue(onWhite), 264)).toBeLessThanOrEqual(2);
    const unseen = picture([[255, 0, 0, 0], 900], [[0, 0, 255, 255], 100]);
    expect(distance(dominantHue(unseen), 264)).toBeLessThanOrEqual(2);
  });

  it("joins reds on both sides of zero", () => {
    const reds = picture([[250, 40, 90, 255], 50], [[250, 60, 40, 255], 50], [[0, 0, 255, 255], 60]);
    expect(distance(dominantHue(reds), 15)).toBeLessThanOrEqual(30);
  });

  it("returns null for grey, for nothing, and for a speck of colour", () => {
    expect(dominantHue(picture([[128, 128, 128, 255], 50], [[0, 0, 0, 255], 50]))).toBeNull();
    expect(dominantHue([])).toBeNull();
    expect(dominantHue(picture([[20, 20, 20, 255], 9_990], [[255, 0, 0, 255], 10]))).toBeNull();
  });
});
