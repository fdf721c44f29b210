import { afterEach, describe, expect, it } from "vitest";
import { renderIn } from "@/i18n";
import {
  attemptStatus,
  differenceAdvice,
  failureText,
  gatewayStateText,
  jobText,
  orderStatus,
} from "./labels";
import type { GatewayDifference } from "./queries";

afterEach(() => renderIn("en"));

describe("attemptStatus", () => {
  it.each([
    ["ISSUED", "Charged, cards issued", "success"],
    ["UNKNOWN", "Outcome unknown", "warning"],
    ["DECLINED", "Declined", "danger"],
  ])("labels %s as %s", (state, words, tone) => {
    expect(attemptStatus(state)).toEqual({ words, tone });
  });

  it("returns an unknown state unchanged", () => {
    expect(attemptStatus("CHARGED_BACK")).toEqual({ words: "CHARGED_BACK", tone: "neutral" });
  });
});

describe("orderStatus", () => {
  it("returns the label in the page's language", () => {
    expect(orderStatus("Cancelled")).toEqual({ words: "Cancelled", tone: "danger" });
    renderIn("fr");
    expect(orderStatus("Cancelled").words).toBe("Annulée");
  });
});

describe("jobText", () => {
  it("returns the label in the page's language, and an unknown kind unchanged", () => {
    renderIn("fr");
    expect(jobText("gift mail")).toBe("Cadeau par courriel");
    expect(jobText("something new")).toBe("something new");
  });
});

describe("gatewayStateText and failureText", () => {
  it("return words of the reader's language, also for unknown states", () => {
    renderIn("fr");
    expect(gatewayStateText("settledSuccessfully")).toBe("Débité et réglé");
    expect(gatewayStateText("somethingNew")).toContain("Dans un état");
    expect(failureText("GATEWAY_REFUSED")).toContain("refuse");
    expect(failureText(null)).toContain("Le programme");
  });
});

describe("differenceAdvice", () => {
  it.each([
    ["MISSING_HERE", null, "settledSuccessfully", "Unless something was sold"],
    ["MISSING_HERE", null, "refundSettledSuccessfully", "who refunded it"],
    ["MISSING_THERE", "ISSUED", null, "whether the money came"],
    ["OTHER_STATE", "ISSUED", "expired", "Check the charge"],
    ["OTHER_STATE", "REFUND", "voided", "hasn’t got it back"],
    ["OTHER_STATE", "REVERSED", "chargebackReversal", "ask how much"],
    ["OTHER_STATE", "VOIDED", "settledSuccessfully", "Nothing was sold for it"],
  ])("for %s, %s here and %s there: %s…", (kind, ourState, theirStatus, words) => {
    const difference = { kind, ourState, theirStatus } as GatewayDifference;
    expect(differenceAdvice(difference)).toContain(words);
  });
});
