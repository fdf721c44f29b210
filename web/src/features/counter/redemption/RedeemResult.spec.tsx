// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { REDEEM, movement, redeem, server, show } from "@/features/counter/testing/desk";

const warning = () => screen.queryByText(/^This hour:/)?.textContent;

it("RedeemResult: warns before a manager has to approve", async () => {
  server.on(REDEEM, () => ({ ...movement(5, 9.5), redemptionsLeft: 3, amountLeft: 120 }));
  await show();
  await redeem(5);
  await screen.findByText("$9.50");
  expect(warning()).toBe("This hour: 3 more redemptions, $120.00 in all. Then a manager has to approve.");
});

it("RedeemResult: warns of no limit while it is far away", async () => {
  server.on(REDEEM, () => movement(5, 9.5));
  await show();
  await redeem(5);
  await screen.findByText("$9.50");
  expect(warning()).toBeUndefined();
});
