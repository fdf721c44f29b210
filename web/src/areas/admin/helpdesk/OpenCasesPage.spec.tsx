// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { pageOf, renderApp, server } from "@/testing/renderApp";

const nothing = {
  vendors: 0,
  oldestVendor: null,
  charities: 0,
  oldestCharity: null,
  payouts: 0,
  reviews: 0,
  reversals: 0,
  differences: 0,
  deadLetters: 0,
};

it("OpenCasesPage: all that waits of one kind, or that nothing does", async () => {
  server.on("GET /Helpdesk/open", () => nothing);
  server.on("GET /Helpdesk/reversals", () => pageOf([]));
  renderApp(adminPaths.openCases("reversals"), { as: "administrator" });
  expect(await screen.findByText("Nothing waits for you.")).toBeDefined();
  expect(server.asked("GET /Helpdesk/reviews")).toHaveLength(0);
});
