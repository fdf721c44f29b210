// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPiece } from "@/shared/testing/render";
import { server } from "@/testing/renderApp";
import { Figures } from "./Figures";

it("says what the whole marketplace has come to, and nothing of nothing", async () => {
  server.on("GET /Public/figures", () => ({ vendorCount: 1234, charityCount: 0, totalFundraising: 512.5 }));
  renderPiece(<Figures which={["shops", "causes", "raised"]} />);
  expect((await screen.findByText("Shops taking part")).nextSibling?.textContent).toBe("1,234");
  expect(screen.getByText("Raised for causes so far").nextSibling?.textContent).toBe("$512.50");
  expect(screen.queryByText("Causes to choose from")).toBeNull();
});
