import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { editionOf } from "./brands.ts";
import { chooseLocale } from "./i18n.ts";

const messages = new URL("../src/i18n/generated/messages/", import.meta.url);

describe("an edition", () => {
  it("is what the environment asks for", () => {
    expect(editionOf({ VITE_APP_KEY: "rayzr", APP_LOCALE: "fr" })).toEqual({ brand: "rayzr", locale: "fr" });
  });

  it("is FunRay in all languages when nobody asks", () => {
    expect(editionOf({})).toEqual({ brand: "funray", locale: undefined });
    expect(editionOf({ VITE_APP_KEY: "other", APP_LOCALE: "de" })).toEqual({
      brand: "funray",
      locale: undefined,
    });
  });
});

describe("a build for one language", () => {
  it("makes every compiled message the words of that language", () => {
    const files = readdirSync(messages).filter((file) => file.endsWith(".js") && file !== "_index.js");
    expect(files).not.toHaveLength(0);
    for (const file of files) {
      const message = chooseLocale(readFileSync(new URL(file, messages), "utf8"), "fr");
      const name = file.replace(".js", "");
      expect(message).toMatch(new RegExp(`^export const ${name} = .* \\(?fr_${name}\\)?;?$`, "m"));
      expect(message).not.toContain("getLocale()");
    }
  });

  it("stops when a message chooses in a way that we don't know", () => {
    expect(() => chooseLocale("export const hello = () => pick()", "fr")).toThrow(/in a way we don't know/);
  });
});
