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
} as PublicCampaign;

it("CampaignRow: shows the full text of a campaign", () => {
  renderPiece(<CampaignRow campaign={campaign} to="/" />);
  expect(screen.getByText(description).className).not.toMatch(/line-clamp|truncate/);
});

it("CampaignRow: has the visible word “Select”", () => {
  renderPiece(<CampaignRow campaign={campaign} to="/" />);
  expect(screen.getByRole("link", { name: "Select Winter" }).textContent).toBe("Select");
});
