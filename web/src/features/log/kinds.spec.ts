import { afterEach, describe, expect, it } from "vitest";
import { renderIn } from "@/i18n";
import { findKinds, logKindOf } from "./kinds";

afterEach(() => renderIn("en"));

describe("findKinds", () => {
  it("returns all actions by name, so that those with the same noun are adjacent", () => {
    const texts = findKinds("").map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(60);
    expect(texts).toEqual(texts.toSorted((one, other) => one.localeCompare(other)));
    expect(texts.filter((text) => text.includes("…"))).toEqual([]);
  });

  it("returns actions whose name contains all words, without regard to accents", () => {
    expect(findKinds("order cancel")).toEqual([{ value: "ORDER_CANCELLED", text: "Order: cancelled" }]);
    renderIn("fr");
    expect(findKinds("recuperation utilis").map(({ value }) => value)).toEqual(["RECOVERY_CODE_USED"]);
  });
});

it("kindOf: returns the raw value of an unknown action", () => {
  expect(logKindOf("SOMETHING_NEW").text).toBe("SOMETHING_NEW");
});
