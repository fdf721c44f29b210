import { afterEach, describe, expect, it } from "vitest";
import { renderIn } from "@/i18n";
import { findKinds, kindOf } from "./kinds";

afterEach(() => renderIn("en"));

describe("findKinds", () => {
  it("gives all kinds by name, so that those of one noun stand together", () => {
    const texts = findKinds("").map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(60);
    expect(texts).toEqual(texts.toSorted((one, other) => one.localeCompare(other)));
    expect(texts.filter((text) => text.includes("…"))).toEqual([]);
  });

  it("narrows to those whose name has every word, in plain letters too", () => {
    expect(findKinds("order cancel")).toEqual([{ value: "ORDER_CANCELLED", text: "Order: cancelled" }]);
    renderIn("fr");
    expect(findKinds("recuperation utilis").map(({ value }) => value)).toEqual(["RECOVERY_CODE_USED"]);
  });
});

it("kindOf keeps the word of a kind that is not known yet", () => {
  expect(kindOf("SOMETHING_NEW").text).toBe("SOMETHING_NEW");
});
