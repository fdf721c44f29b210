import { afterEach, describe, expect, it, vi } from "vitest";
import { brand } from "@/brands/current";
import { cardCause, shownCause } from "./cardCause";

afterEach(() => void vi.restoreAllMocks());

function inABrandThatHasCharities(hasCharities: boolean): void {
  vi.spyOn(brand, "hasCharities", "get").mockReturnValue(hasCharities);
}

describe("cardCause", () => {
  it("returns the cause with its share", () => {
    inABrandThatHasCharities(true);
    expect(shownCause("Ribbon Riders")).toBe("Ribbon Riders");
    expect(cardCause("Ribbon Riders", null, 2.5)).toEqual({
      name: "Ribbon Riders",
      logoUrl: undefined,
      share: 2.5,
    });
    expect(cardCause(null, null)).toBeUndefined();
  });

  it("returns undefined for a brand without charities", () => {
    inABrandThatHasCharities(false);
    expect(shownCause("Ribbon Riders")).toBeNull();
    expect(cardCause("Ribbon Riders", "img_1", 2.5)).toBeUndefined();
  });
});
