// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { renderApp, server } from "@/testing/renderApp";

const limits = { mostRedemptions: 60, mostAmount: 2500, singleAmount: 500 };
const settings = {
  ...limits,
  isPaceLimited: false,
  redeemsByName: false,
  mailsClosedDays: true,
  next: null,
  version: "v1",
};

describe("CounterSettingsFormPage", () => {
  it("shows no notice when no settings are scheduled", async () => {
    server.on("GET /Vendors/ten_1/counter-settings", () => settings);
    renderApp(adminPaths.vendorArea().counter(), { as: "manager" });
    expect(await screen.findByText(/starts a day after you save it/)).toBeDefined();
    expect(screen.queryByText(/Until then it is this/)).toBeNull();
  });

  it("shows the saved settings, and those in force for another day", async () => {
    const next = { ...limits, mostRedemptions: 90, isPaceLimited: false, redeemsByName: true };
    server.on("GET /Vendors/ten_1/counter-settings", () => ({
      ...settings,
      next: { ...next, from: "2025-03-06T17:00:00Z" },
    }));
    renderApp(adminPaths.vendorArea().counter(), { as: "manager" });
    expect(await screen.findByText(/in force from Mar/)).toBeDefined();
    expect(screen.getByText("60 redemptions and $2,500.00 in an hour, $500.00 from one card")).toBeDefined();
    expect(screen.getByText("Cards must be shown.")).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>(/Redemptions in an hour/).value).toBe("90");
  });
});
