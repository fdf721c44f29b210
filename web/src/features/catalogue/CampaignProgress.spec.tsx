// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderPiece } from "@/shared/testing/render";
import { CampaignProgress } from "./CampaignProgress";

const campaign = { raised: 0, goal: 1000, supporters: 0, daysLeft: 12, isRunning: true };

function bar(): HTMLElement | null {
  return document.querySelector("[aria-hidden] > span");
}

describe("CampaignProgress", () => {
  it.each([
    [0, "0%", null],
    [30, "3%", "3%"],
    [999.99, "99%", "99%"],
    [1000, "100%", "100%"],
    [1400, "140%", "100%"],
  ])("shows the share of the goal when %d dollars were raised", (raised, percent, width) => {
    renderPiece(<CampaignProgress campaign={{ ...campaign, raised }} />);
    expect(screen.getByText(percent)).toBeDefined();
    expect(bar()?.style.width ?? null).toBe(width);
  });

  it("has no bar without a goal", () => {
    renderPiece(<CampaignProgress campaign={{ ...campaign, goal: null, raised: 12.5, supporters: 1 }} />);
    expect(screen.getByText("$12.50 raised")).toBeDefined();
    expect(screen.getByText("1 supporter · 12 days left")).toBeDefined();
    expect(document.querySelector("[aria-hidden]")).toBeNull();
  });

  it("names the last day", () => {
    renderPiece(<CampaignProgress campaign={{ ...campaign, daysLeft: 0 }} />);
    expect(screen.getByText("Last day today")).toBeDefined();
  });

  it("names no days after the end", () => {
    renderPiece(
      <CampaignProgress campaign={{ ...campaign, daysLeft: 0, isRunning: false, supporters: 42 }} />,
    );
    expect(screen.getByText("42 supporters")).toBeDefined();
  });
});
