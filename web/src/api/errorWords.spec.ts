import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { errorFromAnswer } from "@/api/error";
import { inPageLanguage, knownSentences, translate } from "@/api/errorWords";
import { renderIn } from "@/i18n";

interface Document {
  components: { schemas: { ErrorCode: { description: string } } };
}

function readServerFile(path: string): string {
  return readFileSync(new URL(`../../../crates/funray/${path}`, import.meta.url), "utf8");
}

/** Where the server keeps what it says. */
const sources = [
  "error.rs",
  "accounts/me.rs",
  "auth/passwords.rs",
  "captcha/mod.rs",
  "kernel/messages.rs",
  "carts/api/forms.rs",
  "carts/api/mod.rs",
  "carts/mod.rs",
  "carts/rules.rs",
  "orders/mod.rs",
  "../../authorizenet/src/outcome.rs",
]
  .map((file) => readServerFile(`src/${file}`))
  .join("\n");
const mostItems = /MOST_ITEMS: usize = (\d+)/.exec(sources)?.[1] ?? "";
/** As it is said once the numbers stand in it. */
const said = sources.replace("{MOST_ITEMS} different things", `${mostItems} different things`);

/** The words of every error code, as the server's document lists them. */
const catalogue = Array.from(
  (JSON.parse(readServerFile("openapi.json")) as Document).components.schemas.ErrorCode.description.matchAll(
    /^- `(\w+)` \(\d+\): (.+)$/gm,
  ),
  ([, code = "", sentence = ""]) => [code, sentence] as const,
);

afterEach(() => renderIn("en"));

describe("what the server says", () => {
  it.each(knownSentences)("is known as it says it, and has other words in French: %s", (sentence) => {
    expect(said).toContain(`"${sentence}"`);
    renderIn("en");
    expect(inPageLanguage(sentence)).toBe(sentence);
    renderIn("fr");
    expect(inPageLanguage(sentence)).not.toBe(sentence);
  });

  it("is the whole catalogue", () => {
    expect(catalogue.length).toBeGreaterThan(40);
  });

  it.each(catalogue)("has words in French for %s", (_, sentence) => {
    expect(knownSentences).toContain(sentence);
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
        "cartDetails[1]": "Chez Nous: Épicerie: This shop doesn't sell cards at the moment.",
        "cartDetails[2]": "Maple Leaf Books: Very odd.",
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
        "cartDetails[1]": "Chez Nous: Épicerie\u{a0}: Ce commerce ne vend pas de cartes en ce moment.",
        "cartDetails[2]": "Maple Leaf Books: Very odd.",
      },
    });
  });
});
