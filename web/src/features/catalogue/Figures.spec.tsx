// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPiece } from "@/shared/testing/render";
import { server } from "@/testing/renderApp";
import { Figures } from "./Figures";

const all = <Figures which={["shops", "causes", "raised"]} />;

it("Figures: shows the marketplace's figures, and hides zeros", async () => {
  server.on("GET /Public/figures", () => ({
    vendorCount: 1234,
    charityCount: 0,
    totalFundraising: 12_512.5,
  }));
  renderPiece(all);
  expect((await screen.findByText("Shops taking part")).nextSibling?.textContent).toBe("1,234");
  expect(screen.getByText("Raised for causes so far").nextSibling?.textContent).toBe("$12,512.50");
  expect(screen.queryByText("Causes to choose from")).toBeNull();
});

it("Figures: hides a small sum", async () => {
  server.on("GET /Public/figures", () => ({ vendorCount: 40, charityCount: 12, totalFundraising: 410.75 }));
  renderPiece(all);
  await screen.findByText("Causes to choose from");
  expect(screen.queryByText("Raised for causes so far")).toBeNull();
});
