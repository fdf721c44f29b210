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
  "accounts/changes.rs",
  "accounts/closing.rs",
  "accounts/invitations.rs",
  "accounts/mailed.rs",
  "accounts/me.rs",
  "accounts/pins/mod.rs",
  "accounts/users.rs",
  "accounts/views/mod.rs",
  "accounts/second_factor/mod.rs",
  "accounts/second_factor/proof.rs",
  "passwords/mod.rs",
  "services/captcha/mod.rs",
  "cards/gifts.rs",
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

  it.each([
    [
      "Too many tries. You can try again in 1 minute.",
      "Trop d’essais. Vous pourrez réessayer dans 1 minute.",
    ],
    [
      "Too many tries. You can try again in 12 minutes.",
      "Trop d’essais. Vous pourrez réessayer dans 12 minutes.",
    ],
    [
      "Too many payment cards were declined. You can try again in 3 hours.",
      "Trop de cartes de paiement ont été refusées. Vous pourrez réessayer dans 3 heures.",
    ],
  ])("of a limit says when to go on: %s", (sentence, french) => {
    expect(said).toContain(`${sentence.split(".")[0]}. You can try again in {}.`);
    renderIn("fr");
    expect(inPageLanguage(sentence).replaceAll("\u{a0}", " ")).toBe(french);
    renderIn("en");
    expect(inPageLanguage(sentence)).toBe(sentence);
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

  it("keeps how to go on, in whichever language", () => {
    const approval = { id: "apr_1", expiresAt: "2026-03-10T18:15:00Z" };
    const secondFactor = { ticket: "t", methods: ["PASSKEY"] };
    const error = errorFromAnswer(409, { errorCode: "APPROVAL_NEEDED", approval, secondFactor });
    expect(translate(error)).toMatchObject({ approval, secondFactor });
  });
});
