import { describe, expect, it } from "vitest";
import { verdicts } from "@/shared/form/testing/verdicts";
import { newRegion, regionSchema, type RegionValues } from "./schema";

const ottawa: RegionValues = {
  name: "Ottawa",
  province: "Ontario",
  country: "Canada",
  postalCode: "K1P 1J1",
};

describe("a region", () => {
  it("needs a name, a province, a country and a postal code", () => {
    expect(verdicts(regionSchema(), { ...newRegion, country: " " })).toEqual({
      name: "Name field is required.",
      province: "Province field is required.",
      country: "Country field is required.",
      postalCode: "Postal Code field is required.",
    });
    expect(verdicts(regionSchema(), ottawa)).toEqual({});
  });

  it.each([
    ["name", 100, "Name has a maximum limit of 100 characters."],
    ["postalCode", 20, "Postal Code has a maximum limit of 20 characters."],
  ])("has a %s of at most %i characters", (field, most, message) => {
    expect(verdicts(regionSchema(), { ...ottawa, [field]: "x".repeat(most) })).toEqual({});
    expect(verdicts(regionSchema(), { ...ottawa, [field]: "x".repeat(most + 1) })).toEqual({
      [field]: message,
    });
  });
});
