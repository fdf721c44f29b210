import { describe, expect, it } from "vitest";
import { counterSettingsOf, counterSettingsPayload, counterSettingsSchema } from "./schema";

const settings = {
  isPaceLimited: true,
  mostRedemptions: 25,
  mostAmount: 1000,
  singleAmount: 500.5,
  redeemsByName: false,
  mailsClosedDays: true,
  next: null,
};

const { next: _, ...fields } = settings;

describe("counterSettingsSchema", () => {
  it("returns the settings unchanged", () => {
    expect(counterSettingsPayload(counterSettingsOf(settings))).toEqual(fields);
  });

  it("starts with the latest saved settings", () => {
    const next = { ...fields, redeemsByName: true, from: "2026-11-29T14:00:00Z" };
    expect(counterSettingsOf({ ...settings, next }).redeemsByName).toBe(true);
  });

  it("accepts a comma as decimal separator", () => {
    const typed = { ...counterSettingsOf(settings), mostAmount: "12,50" };
    expect(counterSettingsSchema().safeParse(typed).success).toBe(true);
    expect(counterSettingsPayload(typed).mostAmount).toBe(12.5);
  });

  it.each([
    ["mostRedemptions", "0"],
    ["mostRedemptions", "1001"],
    ["mostRedemptions", "2.5"],
    ["mostAmount", "0.99"],
    ["singleAmount", "a lot"],
    ["singleAmount", ""],
  ])("refuses %s of %j", (name, text) => {
    const typed = { ...counterSettingsOf(settings), [name]: text };
    const found = counterSettingsSchema().safeParse(typed);
    expect(found.error?.issues.map(({ path }) => path.join("."))).toContain(name);
  });
});
