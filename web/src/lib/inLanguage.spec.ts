import { afterEach, expect, it } from "vitest";
import { renderIn } from "@/i18n";
import { choicesInLanguage, inLanguage } from "./inLanguage";

afterEach(() => renderIn("en"));

it("inLanguage: returns the French name in French, if there is one", () => {
  expect(inLanguage("Books", "Livres")).toBe("Books");
  renderIn("fr");
  expect(inLanguage("Books", "Livres")).toBe("Livres");
  expect(inLanguage("Books", null)).toBe("Books");
  expect(inLanguage(null, null)).toBeNull();
});

it("choicesInLanguage: translates each choice, and changes nothing else", () => {
  renderIn("fr");
  const choice = { value: "c1", text: "Books", frenchText: "Livres" };
  expect(choicesInLanguage([choice])).toEqual([{ ...choice, text: "Livres" }]);
});
