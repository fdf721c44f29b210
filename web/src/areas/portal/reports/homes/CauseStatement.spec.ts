import { expect, it } from "vitest";
import { statementRows } from "./CauseStatement";

it("statementRows returns the campaigns, then the shops, with their sums", () => {
  const sums = { totalPurchasedAmount: 75, totalFundraising: 7.5 };
  const home = {
    campaigns: [{ campaignId: "cam_1", campaignName: "Warm Meals", ...sums }],
    shops: [{ vendorId: "ten_1", vendorName: "Maple Leaf Books", ...sums }],
  };
  expect(statementRows(home)).toEqual([
    ["Campaign", "Warm Meals", 75, 7.5],
    ["Shop", "Maple Leaf Books", 75, 7.5],
  ]);
});
