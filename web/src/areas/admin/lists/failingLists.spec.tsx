// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { refusal, standInServer } from "@/api/testing/server";
import { CampaignListPage } from "@/areas/admin/campaigns/CampaignListPage";
import { VendorCardListPage } from "@/areas/admin/cards/VendorCardListPage";
import { HelpdeskPage } from "@/areas/admin/helpdesk/HelpdeskPage";
import { LogPage } from "@/areas/admin/log/LogPage";
import { RegionListPage } from "@/areas/admin/regions/RegionListPage";
import { VendorSummaryPage } from "@/areas/admin/summary/VendorSummaryPage";
import { UsersListPage } from "@/areas/admin/users/UsersListPage";
import { VendorListPage } from "@/areas/admin/vendors/VendorListPage";
import { replaceProfile, type Profile } from "@/session/current";
import { press } from "@/ui/testing/press";

const server = standInServer();
const nothing = { items: [], pageIndex: 1, pageSize: 10, totalPages: 0, totalItems: 0 };
const noSales = { totalRevenue: 0, totalCardSold: 0, totalRedemption: 0, totalBalance: 0 };
const unfound = { cards: [], orders: [], people: [], cardCount: 0, orderCount: 0, personCount: 0 };

const lists: [string, { Page: ComponentType; call: string; found: object }][] = [
  ["campaigns", { Page: CampaignListPage, call: "GET /Charities/campaigns", found: nothing }],
  ["cards", { Page: VendorCardListPage, call: "GET /Cards", found: nothing }],
  ["regions", { Page: RegionListPage, call: "GET /Regions", found: nothing }],
  ["users", { Page: UsersListPage, call: "GET /Accounts", found: nothing }],
  ["vendors", { Page: VendorListPage, call: "GET /Vendors", found: nothing }],
  ["the helpdesk", { Page: HelpdeskPage, call: "GET /Helpdesk/search", found: unfound }],
  ["the history", { Page: LogPage, call: "GET /Audit", found: nothing }],
  ["a summary", { Page: VendorSummaryPage, call: "GET /Vendors/summary", found: noSales }],
];

beforeEach(() => {
  replaceProfile({ userId: "per_1", roles: ["MANAGER"], tenantIds: ["ten_1"] } as unknown as Profile);
  server.on("GET /Helpdesk/dead-letters", () => nothing);
});
afterEach(() => {
  cleanup();
  replaceProfile(undefined);
});

it.each(lists)(
  "%s that can't be fetched say so, and are asked for again",
  async (_, { Page, call, found }) => {
    let isThere = false;
    server.on(call, () => (isThere ? found : refusal(500, {})));
    render(
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <RouterProvider router={createMemoryRouter([{ path: "*", Component: Page }])} />
      </QueryClientProvider>,
    );
    await screen.findByText("That didn’t load");
    isThere = true;
    await press("Try again");
    // What says so goes, and what was asked for comes.
    await expect.poll(() => screen.queryByText("That didn’t load")).toBeNull();
    await expect.poll(() => document.querySelector("[aria-busy=true]")).toBeNull();
  },
);
