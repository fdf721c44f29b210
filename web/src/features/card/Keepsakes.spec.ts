import { expect, it } from "vitest";
import { paperSizeOf } from "./Keepsakes";

it("paperSizeOf: returns Letter for North America and unknown regions, A4 elsewhere", () => {
  const languages = ["fr-CA", "en-US", "es-MX", "en", "fr-FR", "en-GB", "zh-Hant-TW"];
  expect(languages.map(paperSizeOf)).toEqual(["letter", "letter", "letter", "letter", "a4", "a4", "a4"]);
});
