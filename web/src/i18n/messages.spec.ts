import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const folder = new URL("../../messages/", import.meta.url);

function read(locale: string, file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`${locale}/${file}`, folder), "utf8")) as Record<string, unknown>;
}

function filesOf(locale: string): string[] {
  return readdirSync(new URL(`${locale}/`, folder)).toSorted();
}

/** Returns the placeholders of a message; they must be the same in every language. */
function roomsOf(message: unknown): string[] {
  return [...new Set(JSON.stringify(message).match(/\{\w+\}/g) ?? [])].toSorted();
}

describe("messages", () => {
  it("are in the same files in both languages", () => {
    expect(filesOf("fr")).toEqual(filesOf("en"));
  });

  it.each(filesOf("en"))("in %s have the same keys and placeholders in both languages", (file) => {
    const [en, fr] = [read("en", file), read("fr", file)];
    expect(Object.keys(fr).toSorted()).toEqual(Object.keys(en).toSorted());
    for (const [key, message] of Object.entries(en)) {
      expect({ key, rooms: roomsOf(fr[key]) }).toEqual({ key, rooms: roomsOf(message) });
    }
  });

  it.each(filesOf("en"))("in %s are not empty, and their keys begin with the file's name", (file) => {
    for (const locale of ["en", "fr"]) {
      for (const [key, message] of Object.entries(read(locale, file))) {
        expect(key).toMatch(new RegExp(`^${file.replace(".json", "")}_[a-z0-9_]+$`));
        expect(message, key).not.toBe("");
      }
    }
  });

  it.each(filesOf("fr"))("in French never break before a colon or within quotation marks: %s", (file) => {
    for (const [key, message] of Object.entries(read("fr", file))) {
      expect(JSON.stringify(message), key).not.toMatch(/ [:»%](?!\w)|« |\d \$| [?!;]/);
    }
  });

  // Before a vowel, as in Émile, it would have to be "d’".
  it.each(filesOf("fr"))("in French never put a giver's name after “de”: %s", (file) => {
    expect(JSON.stringify(read("fr", file))).not.toMatch(/\bde \{from\}/);
  });

  it.each(filesOf("en"))("in English write “email” in one way: %s", (file) => {
    expect(JSON.stringify(read("en", file))).not.toMatch(/e-mail/i);
  });

  // Cards are paid by scanning a code; "tap" would promise that a phone held to the till pays.
  it("never ask buyers to tap at the counter", () => {
    expect(JSON.stringify(read("en", "landing.json"))).not.toMatch(/\btap\b/i);
  });

  // Both brands show the same messages.
  it.each(filesOf("en"))("in %s name a brand only through a placeholder", (file) => {
    for (const locale of ["en", "fr"]) {
      for (const [key, message] of Object.entries(read(locale, file))) {
        expect(JSON.stringify(message), key).not.toMatch(/funray|rayzr/i);
      }
    }
  });

  // "1,50 $" is singular in French, "2,50 $" is plural: the verb must refer to a noun.
  it.each(filesOf("fr"))("in French never use an amount as subject of a plural verb: %s", (file) => {
    const plural = /\{(amount|share|redeemed|total|balance)\}[ \u00a0](vont|ont|sont|\p{L}+ée?s)(?!\p{L})/u;
    expect(JSON.stringify(read("fr", file))).not.toMatch(plural);
  });

  it.each(filesOf("fr"))("in French name the person instead of asking “de qui”: %s", (file) => {
    expect(JSON.stringify(read("fr", file))).not.toMatch(/\bde qui\b/);
  });

  it("say what happens and what to do next where shoppers are held up", () => {
    const [cart, proof, purchase] = ["cart.json", "proof.json", "purchase.json"].map((file) =>
      read("en", file),
    );
    expect(cart?.["cart_email_again"]).toBe("Use another address or get a new code");
    expect(proof?.["proof_why"]).toMatch(/^Please confirm it’s you\./);
    expect(purchase?.["purchase_leaving"]).toMatch(/^Leave without adding this gift\?/);
  });

  it("put a colon before a shop's own text, whose language is unknown", () => {
    expect(read("en", "shop.json")).toMatchObject({ shop_sells: expect.stringMatching(/:$/) as string });
    expect(read("fr", "shop.json")).toMatchObject({
      shop_sells: expect.stringMatching(/\u00a0:$/) as string,
    });
  });
});
