// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { paths } from "@/paths";
import type { Role } from "@/session/current";
import { walletItem } from "@/shared/testing/samples";
import { pageOf, renderApp, server } from "@/testing/renderApp";

async function showTo(roles: Role[]) {
  renderApp(paths.scanCards(), { as: "clerk", profile: { roles } });
  await screen.findByRole("link", { name: /^View/ });
}

const texts = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);

beforeEach(() => {
  const card = walletItem({
    cardNumber: "1234567812345670",
    email: "a***@home.example",
    cardBalance: 14.5,
    recentTransaction: "2026-03-10T15:00:00Z",
  });
  server.on("GET /Cards", () => pageOf([card]));
});

describe("ScanCardListPage", () => {
  it.each<[Role[]]>([[["EMPLOYEE"]], [["MANAGER", "EMPLOYEE"]]])(
    "shows cardholders and last use to clerks: %j",
    async (roles) => {
      await showTo(roles);
      expect(texts("columnheader")).toEqual(["Name", "Email", "Recent Transaction", "Actions"]);
      expect(texts("cell").slice(0, 3)).toEqual([
        "Ann Roy•••• 5670",
        "a***@home.example",
        "Mar\u00a010,\u00a02026",
      ]);
      expect(document.body.textContent).not.toContain("$14.50");
    },
  );

  it("shows managers only number and balance", async () => {
    await showTo(["MANAGER"]);
    expect(texts("columnheader")).toEqual(["Card Number", "Balance", "Actions"]);
    expect(texts("cell").slice(0, 2)).toEqual(["1234 5678 1234 5670", "$14.50"]);
    expect(document.body.textContent).not.toContain("a***@home.example");
  });

  it("sorts by last use, and links to each card", async () => {
    await showTo(["EMPLOYEE"]);
    const [asked] = server.asked("GET /Cards");
    expect(asked?.query.get("orderBy")).toBe("recentTransaction");
    expect(asked?.query.get("direction")).toBe("Desc");
    const link = within(screen.getByRole("table")).getByRole("link", { name: "View the card of Ann Roy" });
    expect(link.getAttribute("href")).toBe(paths.scanCard("crd_1"));
  });
});
