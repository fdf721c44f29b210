// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PublicCampaign } from "@/api/queries/shopWindow";
import { renderPiece } from "@/shared/testing/render";
import { CampaignRow } from "./CampaignRow";

const description = "Warm meals for everybody. ".repeat(20).trim();
const campaign = {
  id: "cam_1",
  name: "Winter",
  charityName: "Food Bank",
  description,
  endDate: "2026-12-31",
  logoPath: null,
  charityLogoPath: null,
  campaignUrl: null,
  hue: null,
  raised: 30,
  goal: 1000,
  supporters: 2,
  daysLeft: 5,
  isRunning: true,
} as PublicCampaign;

it("CampaignRow: shows the full text of a campaign", () => {
  renderPiece(<CampaignRow campaign={campaign} to="/" />);
  expect(screen.getByText(description).className).not.toMatch(/line-clamp|truncate/);
});

it("CampaignRow: shows the progress", () => {
  renderPiece(<CampaignRow campaign={campaign} to="/" />);
  expect(screen.getByText("2 supporters · 5 days left")).toBeDefined();
});

it("CampaignRow: has the visible word “Select”", () => {
  renderPiece(<CampaignRow campaign={campaign} to="/" />);
  expect(screen.getByRole("link", { name: "Select Winter" }).textContent).toBe("Select");
});
