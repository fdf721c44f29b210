import { afterEach, describe, expect, it } from "vitest";
import { renderIn } from "@/i18n";
import { attemptStanding, jobWords, orderStanding } from "./words";

afterEach(() => renderIn("en"));

describe("where a payment stands", () => {
  it.each([
    ["ISSUED", "Charged, cards issued", "success"],
    ["UNKNOWN", "Outcome unknown", "warning"],
    ["DECLINED", "Declined", "danger"],
  ])("%s is %s", (state, words, tone) => {
    expect(attemptStanding(state)).toEqual({ words, tone });
  });

  it("is said as the server says it where this page has no words for it", () => {
    expect(attemptStanding("CHARGED_BACK")).toEqual({ words: "CHARGED_BACK", tone: "neutral" });
  });
});

describe("where an order stands", () => {
  it("is said in the reader's language", () => {
    expect(orderStanding("Cancelled")).toEqual({ words: "Cancelled", tone: "danger" });
    renderIn("fr");
    expect(orderStanding("Cancelled").words).toBe("Annulée");
  });
});

describe("what was to be done in the background", () => {
  it("is said in the reader's language, and by the server's word where this page has none", () => {
    renderIn("fr");
    expect(jobWords("gift mail")).toBe("Cadeau par courriel");
    expect(jobWords("something new")).toBe("something new");
  });
});
