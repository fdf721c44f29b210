import { expect, it } from "vitest";
import { causeShare } from "./causeShare";

it.each([
  [25, 10, 2.5],
  [25, 5, 1.25],
  [75, 7, 5.25],
  [50, 9, 4.5],
  [100, 8, 8],
])("causeShare: for a card of $%d at %d %% returns $%d", (amount, rate, share) => {
  expect(causeShare(amount, rate)).toBe(share);
});
