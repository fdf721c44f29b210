import { expect, describe, it } from "vitest";
import { editionOf } from "./brands.ts";

describe("editionOf", () => {
  it("returns the edition that the environment names", () => {
    expect(editionOf({ VITE_APP_KEY: "rayzr", APP_LOCALE: "fr" })).toEqual({ brand: "rayzr", locale: "fr" });
  });

  it("returns FunRay in all languages by default", () => {
    expect(editionOf({})).toEqual({ brand: "funray", locale: undefined });
    expect(editionOf({ VITE_APP_KEY: "other", APP_LOCALE: "de" })).toEqual({
      brand: "funray",
      locale: undefined,
    });
  });
});
