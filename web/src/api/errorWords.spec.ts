import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { errorFromAnswer } from "@/api/error";
import { inPageLanguage, knownSentences, translate } from "@/api/errorWords";
import { renderIn } from "@/i18n";

/** Where the server keeps what it says. */
const sources = [
  "error.rs",
  "auth/passwords.rs",
  "captcha/mod.rs",
  "carts/rules.rs",
  "../../authorizenet/src/outcome.rs",
]
  .map((file) => readFileSync(new URL(`../../../crates/funray/src/${file}`, import.meta.url), "utf8"))
  .join("\n");

afterEach(() => renderIn("en"));

describe("what the server says", () => {
  it.each(knownSentences)("is known as it says it, and has other words in French: %s", (sentence) => {
    expect(sources).toContain(`"${sentence}"`);
    renderIn("en");
    expect(inPageLanguage(sentence)).toBe(sentence);
    renderIn("fr");
    expect(inPageLanguage(sentence)).not.toBe(sentence);
  });

  it("reaches the screen in the page's language, under fields too", () => {
    renderIn("fr");
    const error = errorFromAnswer(400, {
      traceId: "t1",
      errorCode: "VALIDATION",
      errorMessage: "Please correct the marked fields.",
      fields: {
        password: "This password is too easy to guess. Please choose another one.",
        name: "Very odd.",
      },
    });
    expect(translate(error)).toMatchObject({
      status: 400,
      traceId: "t1",
      errorCode: "VALIDATION",
      errorMessage: "Veuillez corriger les champs indiqués.",
      fields: {
        password: "Ce mot de passe est trop facile à deviner. Veuillez en choisir un autre.",
        // What we have no words for stays as it came.
        name: "Very odd.",
      },
    });
  });
});
