import { describe, expect, it } from "vitest";
import { placeInSearch } from "./placeInSearch";

describe("placeInSearch", () => {
  it.each([
    ["K1A 0B1", { text: "", near: "K1A0B1" }],
    ["k1a", { text: "", near: "K1A" }],
    ["bakery K1A 0B1", { text: "bakery", near: "K1A0B1" }],
    ["bakery near k1a-0b1", { text: "bakery", near: "K1A0B1" }],
    ["H2X boulangerie", { text: "boulangerie", near: "H2X" }],
    ["bakery near ottawa", { text: "bakery", near: "K1P" }],
    ["fleurs près de Montréal", { text: "fleurs", near: "H2Y" }],
    ["near St. John’s", { text: "", near: "A1C" }],
  ])("finds the location in %j", (text, place) => {
    expect(placeInSearch(text)).toEqual(place);
  });

  it.each([
    "",
    "bakery",
    "ottawa bagels",
    "Victoria",
    "gift for mom",
    "B2B shop",
    "near me",
    "vin à prix doux",
  ])("finds no location in %j", (text) => {
    expect(placeInSearch(text)).toBeUndefined();
  });
});
