// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { m } from "@/i18n";
import { pageOf, renderApp, server } from "@/testing/renderApp";

const error = {
  id: "9f86d081884c7d65",
  kind: "CAUGHT" as const,
  message: "e is undefined",
  route: "/wallet/:id",
  stack: "at Xe (Cart-Bx3f_a91.js:12:3456)",
  engine: "Chromium 141",
  traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
  count: 7,
  releases: ["index-Cq5_zzz2", "index-Bx3f_a91"],
  firstSeenAt: "2025-03-04T15:00:00Z",
  lastSeenAt: "2025-03-05T15:00:00Z",
};

it("ClientErrorListPage: finds an error by the number of a report, and shows its stack", async () => {
  const asked: string[] = [];
  server.on("GET /Helpdesk/client-errors", ({ query }) => {
    asked.push(query.toString());
    return pageOf([error]);
  });
  renderApp(`${adminPaths.clientErrors()}?number=7k2m9qxt&kind=CAUGHT`, { as: "administrator" });
  const table = await screen.findByRole("table", { name: m.helpdesk_crashes() });
  fireEvent.click(await within(table).findByText(m.helpdesk_crash_details()));
  for (const text of [error.stack, error.route, "e is undefined", m.helpdesk_crash_trace(error)]) {
    expect(within(table).getByText(text)).toBeDefined();
  }
  expect(table.textContent).toContain("index-Cq5_zzz2, index-Bx3f_a91");
  expect(asked).toEqual(["pageIndex=1&pageSize=10&kind=CAUGHT&number=7k2m9qxt"]);
});
