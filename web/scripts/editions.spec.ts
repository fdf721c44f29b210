import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { editionOf } from "./brands.ts";
import { chooseLocale } from "./i18n.ts";

const messages = new URL("../src/i18n/generated/messages/", import.meta.url);

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

describe("chooseLocale", () => {
  it("replaces every compiled message by the function of one language", () => {
    const files = readdirSync(messages).filter((file) => file.endsWith(".js") && file !== "_index.js");
    expect(files).not.toHaveLength(0);
    for (const file of files) {
      const message = chooseLocale(readFileSync(new URL(file, messages), "utf8"), "fr");
      const name = file.replace(".js", "");
      expect(message).toMatch(new RegExp(`^export const ${name} = .* \\(?fr_${name}\\)?;?$`, "m"));
      expect(message).not.toContain("getLocale()");
    }
  });

  it("fails for a message of an unknown form", () => {
    expect(() => chooseLocale("export const hello = () => pick()", "fr")).toThrow(/in a way we don't know/);
  });
});
