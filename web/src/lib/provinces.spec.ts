import { afterEach, describe, expect, it } from "vitest";
import { renderIn } from "@/i18n";
import { provinceName } from "./provinces";

afterEach(() => renderIn("en"));

describe("provinceName", () => {
  it.each([
    ["British Columbia", "British Columbia", "Colombie-Britannique"],
    ["Nouvelle-Écosse", "Nova Scotia", "Nouvelle-Écosse"],
    ["ile du prince edouard", "Prince Edward Island", "Île-du-Prince-Édouard"],
    ["Québec", "Quebec", "Québec"],
    ["Ontario", "Ontario", "Ontario"],
    ["BC", "BC", "BC"],
    ["Texas", "Texas", "Texas"],
    ["", "", ""],
  ])("returns %s as %s in English and as %s in French", (typed, en, fr) => {
    renderIn("en");
    expect(provinceName(typed)).toBe(en);
    renderIn("fr");
    expect(provinceName(typed)).toBe(fr);
  });
});
