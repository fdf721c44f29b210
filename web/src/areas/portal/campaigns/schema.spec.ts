import { describe, expect, it } from "vitest";
import { PICTURE_ON_ITS_WAY, UNREADABLE_DATE } from "@/shared/form/richRules";
import { verdicts } from "@/shared/form/testing/verdicts";
import { campaignFormOf, campaignSchema, campaignValuesOf, type CampaignValues } from "./schema";

const TODAY = "2026-03-10";
const newCampaign = campaignValuesOf();
const spring: CampaignValues = {
  ...newCampaign,
  name: "Spring",
  startDate: "2026-03-01",
  endDate: "2026-04-01",
};

const order = "End Date must be greater than Start Date.";
const wrongGoal = "Enter a goal between $1 and $10,000,000.";
const noAmount = "Please enter an amount such as 1,500 or 12.50.";
const past = "End Date must be greater than today";

describe("campaignSchema", () => {
  it("requires a name and both days", () => {
    expect(verdicts(campaignSchema(undefined, TODAY), newCampaign)).toEqual({
      name: "Campaign Name field is required.",
      startDate: "Start Date field is required.",
      endDate: "End Date field is required.",
    });
  });

  it.each<[Partial<CampaignValues>, Record<string, string>]>([
    [{}, {}],
    [{ name: "x".repeat(255) }, {}],
    [{ goal: "1" }, {}],
    [{ goal: "10000000" }, {}],
    [{ goal: "750,50" }, {}],
    [{ goal: "$1,500" }, {}],
    [{ goal: "1\u00a0500,50 $" }, {}],
    [{ goal: "0,99" }, { goal: wrongGoal }],
    [{ goal: "10000001" }, { goal: wrongGoal }],
    [{ goal: "a lot" }, { goal: noAmount }],
    [{ name: "x".repeat(256) }, { name: "Campaign Name has a maximum limit of 255 characters." }],
    [{ startDate: UNREADABLE_DATE }, { startDate: "Wrong date format." }],
    [{ endDate: UNREADABLE_DATE }, { endDate: "Wrong date format." }],
    [{ endDate: "04/01/2026" }, { endDate: "Wrong date format." }],
    [{ startDate: "2026-04-01" }, { endDate: order }],
    [{ startDate: "2026-04-02" }, { endDate: order }],
    [
      { name: "", startDate: "2026-04-02" },
      { name: "Campaign Name field is required.", endDate: order },
    ],
    [{ endDate: TODAY }, { endDate: past }],
    [{ startDate: "2026-01-01", endDate: "2026-02-01" }, { endDate: past }],
    [{ endDate: "2026-03-11" }, {}],
    [{ campaignUrl: "spring" }, { campaignUrl: "Invalid URL format." }],
    [{ campaignUrl: "https://spring.example/give" }, {}],
    [{ logoPath: PICTURE_ON_ITS_WAY }, { logoPath: "The picture is still being uploaded." }],
    [
      { description: "x".repeat(5001) },
      { description: "Description has a maximum limit of 5000 characters." },
    ],
  ])("with %j reports %j", (change, said) => {
    expect(verdicts(campaignSchema(undefined, TODAY), { ...spring, ...change })).toEqual(said);
  });

  it.each<[string, string, Record<string, string>]>([
    ["2026-01-01", "2026-02-01", {}],
    ["2025-12-01", "2026-02-01", {}],
    ["2026-01-01", "2026-02-02", { endDate: past }],
    ["2026-01-01", "2026-03-11", {}],
    ["2026-02-01", "2026-02-01", { endDate: order }],
  ])("for a past campaign from %s to %s reports %j", (startDate, endDate, said) => {
    expect(verdicts(campaignSchema("2026-02-01", TODAY), { ...spring, startDate, endDate })).toEqual(said);
  });
});

describe("campaignFormOf", () => {
  it("sends a goal in dollars, and 0 for none", () => {
    expect(campaignFormOf({ ...spring, goal: " 1,750.50 $ " }).goal).toBe(1750.5);
    expect(campaignFormOf(spring).goal).toBe(0);
  });
});
