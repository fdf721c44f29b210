// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { noOpenCases } from "@/shared/testing/samples";
import { pageOf, renderApp, server } from "@/testing/renderApp";

it("OpenCasesPage: all that waits of one kind, or that nothing does", async () => {
  server.on("GET /Helpdesk/open", () => noOpenCases);
  server.on("GET /Helpdesk/reversals", () => pageOf([]));
  renderApp(adminPaths.openCases("reversals"), { as: "administrator" });
  expect(await screen.findByText("Nothing waits for you.")).toBeDefined();
  expect(server.asked("GET /Helpdesk/reviews")).toHaveLength(0);
});
