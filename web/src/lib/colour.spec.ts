import { describe, expect, it } from "vitest";
import { contrast, oklch } from "./colour";

describe("colour", () => {
  it("computes contrast as WCAG does, in either order", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast("#ffffff", "#767676")).toBeCloseTo(4.54, 2);
    expect(contrast("#767676", "#ffffff")).toBe(contrast("#ffffff", "#767676"));
  });

  it("converts black, white and a known colour of OKLCH", () => {
    expect(oklch(0, 0, 0)).toBe("#000000");
    expect(oklch(1, 0, 0)).toBe("#ffffff");
    expect(oklch(0.627955, 0.257683, 29.234)).toBe("#ff0000");
  });

  it("reduces the chroma, never the lightness, of a colour that no screen can show", () => {
    expect(contrast(oklch(0.5, 0.4, 150), "#ffffff")).toBeCloseTo(
      contrast(oklch(0.5, 0.02, 150), "#ffffff"),
      0,
    );
  });
});
