// @vitest-environment jsdom
import { afterEach, describe, expect, it } from "vitest";
import { clearDraft, readDraft, writeDraft } from "./draft";
import { noPurchase } from "./purchase";

const purchase = { ...noPurchase, amount: 50, isGift: true, to: "Rose" };

afterEach(clearDraft);

describe("readDraft", () => {
  it("returns what was typed at the same shop", () => {
    writeDraft({ shopId: "ten_1", chosen: 25, purchase });
    expect(readDraft("ten_1", 25)).toEqual(purchase);
    expect(readDraft("ten_2", 25)).toEqual({ ...noPurchase, amount: 25 });
  });

  it("returns the amount in the address if it has changed", () => {
    writeDraft({ shopId: "ten_1", chosen: 25, purchase });
    expect(readDraft("ten_1", 100)).toEqual({ ...purchase, amount: 100 });
  });

  it("returns a blank purchase if the stored text is invalid", () => {
    sessionStorage.setItem("purchaseDraft", "{");
    expect(readDraft("ten_1", 25)).toEqual({ ...noPurchase, amount: 25 });
  });
});
