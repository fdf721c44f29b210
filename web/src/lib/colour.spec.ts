import { describe, expect, it } from "vitest";
import { contrast, oklch } from "./colour";

describe("colour", () => {
  it("measures contrast as WCAG does, whichever comes first", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast("#ffffff", "#767676")).toBeCloseTo(4.54, 2);
    expect(contrast("#767676", "#ffffff")).toBe(contrast("#ffffff", "#767676"));
  });

  it("knows the ends and a known colour of OKLCH", () => {
    expect(oklch(0, 0, 0)).toBe("#000000");
    expect(oklch(1, 0, 0)).toBe("#ffffff");
    expect(oklch(0.627955, 0.257683, 29.234)).toBe("#ff0000");
  });

  it("gives up colourfulness, never lightness, for a colour no screen can show", () => {
    expect(contrast(oklch(0.5, 0.4, 150), "#ffffff")).toBeCloseTo(
      contrast(oklch(0.5, 0.02, 150), "#ffffff"),
      0,
    );
  });
});
