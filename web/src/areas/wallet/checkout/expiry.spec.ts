import { describe, expect, it } from "vitest";
import { expiryOf, shapeExpiry } from "./expiry";

describe("shapeExpiry", () => {
  it.each([
    ["12/27", "12/27"],
    ["12/2027", "12/2027"],
    ["1227", "12/27"],
    ["122027", "12/2027"],
    ["12 / 27", "12/27"],
    [" 12-27 ", "12/27"],
    ["1/27", "01/27"],
    ["427", "04/27"],
    ["2027-12", "12/2027"],
    ["2027-4", "04/2027"],
    ["12/20277", "12/2027"],
    ["expires 06.28", "06/28"],
  ])("reads %j as %j", (text, shaped) => {
    expect(shapeExpiry(text)).toBe(shaped);
  });

  it.each([
    ["1", ["1"]],
    ["12", ["1", "12"]],
    ["12/", ["1", "12", "12/"]],
    ["1227", ["1", "12", "12/2", "12/27"]],
    ["427", ["4", "04/2", "04/27"]],
    ["1/27", ["1", "01/", "01/2", "01/27"]],
  ])("follows the keys of %j", (keys, seen) => {
    let value = "";
    const shown = Array.from(keys, (key) => (value = shapeExpiry(value + key)));
    expect(shown).toEqual(seen);
  });

  it("lets the user delete everything, digit by digit", () => {
    let value = "12/27";
    const shown: string[] = [];
    while (value !== "" && shown.length < 10) shown.push((value = shapeExpiry(value.slice(0, -1))));
    expect(shown).toEqual(["12/2", "12/", "12", "1", ""]);
  });
});

describe("expiryOf", () => {
  it.each([
    ["12/27", { month: "12", year: "2027" }],
    ["12/2027", { month: "12", year: "2027" }],
    ["06", { month: "06", year: "" }],
    ["06/202", { month: "06", year: "202" }],
    ["", { month: "", year: "" }],
  ])("splits %j", (text, expiry) => {
    expect(expiryOf(text)).toEqual(expiry);
  });
});
