// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { refusal, standInServer } from "@/api/testing/server";
import { CharityLayout } from "@/areas/admin/tenants/charities/CharityLayout";
import { adminPaths } from "@/adminPaths";
import { replaceProfile, type Profile } from "@/session/current";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { currentToasts, dismissToast } from "@/ui/toast";
import { AddCampaignFormPage, EditCampaignFormPage } from "./CampaignFormPages";
import { CampaignListPage } from "./CampaignListPage";
import type { Campaign } from "./campaigns";
import { press } from "@/ui/testing/press";

const server = standInServer();
const own = adminPaths.charityArea();
const seen = adminPaths.charityArea("ten_food");

const coats: Campaign = {
  id: "cam_coats",
  charityId: "ten_food",
  charityName: "Riverside Food Bank",
  charityLogoPath: null,
  name: "Winter coats",
  description: null,
  startDate: "2020-01-01",
  endDate: "2020-02-01",
  campaignUrl: null,
  logoPath: null,
  hue: null,
  isActive: true,
  version: "v1",
  isRunning: false,
};

function pagesUnder(area: ReturnType<typeof adminPaths.charityArea>) {
  return [
    { path: area.campaigns(), Component: CampaignListPage },
    { path: area.addCampaign(), Component: AddCampaignFormPage },
    { path: area.campaign(":id"), Component: EditCampaignFormPage },
  ];
}

function show(address: string) {
  const router = createMemoryRouter(
    [
      {
        handle: { pages: [adminPaths.charityArea(":cid").campaigns()] },
        Component: CharityLayout,
        children: pagesUnder(adminPaths.charityArea(":cid")),
      },
      ...pagesUnder(own),
      { path: adminPaths.charities(), element: <h1>Charities</h1> },
      { path: adminPaths.users.list(), element: <h1>Users</h1> },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const fill = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => press("Save");
const toasts = () => currentToasts().map(({ text }) => text);

beforeAll(installModalStandIns);
beforeEach(() => {
  currentToasts().forEach(({ id }) => dismissToast(id));
  replaceProfile({
    userId: "per_1",
    roles: ["MANAGER"],
    tenantType: "CHARITY",
    tenantIds: ["ten_food"],
  } as Profile);
  const page = { pageIndex: 1, pageSize: 10, totalPages: 1, totalItems: 1 };
  server.on("GET /Charities/campaigns", () => ({ ...page, items: [coats] }));
  server.on("GET /Charities/campaigns/cam_coats", () => coats);
  server.on("GET /Charities/ten_food", () => ({
    id: "ten_food",
    displayName: "Riverside Food Bank",
    state: "ACTIVE",
    logoPath: null,
  }));
});
afterEach(cleanup);

const signInAdministrator = () => replaceProfile({ userId: "per_2", roles: ["ADMINISTRATOR"] } as Profile);

describe("campaigns", () => {
  it("are those of one charity, with their days, and say when they are over", async () => {
    show(own.campaigns());
    expect(await screen.findByText("Winter coats")).toBeDefined();
    await waitFor(() =>
      expect(server.asked("GET /Charities/campaigns")[0]?.query.get("charityId")).toBe("ten_food"),
    );
    const headers = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(headers).toEqual(["", "Campaign ID Name", "Start Date", "End Date", "Active", "Actions"]);
    expect(await screen.findByText("January 1, 2020")).toBeDefined();
    expect(await screen.findByText("Ended")).toBeDefined();
  });

  it("that are over stay editable as long as their end stays what it is", async () => {
    server.on("PUT /Charities/campaigns/cam_coats", () => undefined);
    const router = show(own.campaign("cam_coats"));
    await screen.findByRole("heading", { name: "Winter coats" });
    fill(/^Campaign Name/, "Warm coats");
    await save();
    await waitFor(() => expect(router.state.location.pathname).toBe(own.campaigns()));
    expect(server.asked("PUT /Charities/campaigns/cam_coats")[0]?.body).toMatchObject({
      charityId: "ten_food",
      name: "Warm coats",
      endDate: "2020-02-01",
    });
    await waitFor(() => expect(toasts()).toEqual(["Edited campaign successfully"]));
  });

  it("are added to the charity that an administrator looks at", async () => {
    signInAdministrator();
    server.on("POST /Charities/campaigns", () => ({ id: "cam_new" }));
    const router = show(seen.addCampaign());
    await screen.findByText("Riverside Food Bank");
    fill(/^Campaign Name/, "Spring");
    fill(/^Start Date/, "2090-01-01");
    fill(/^End Date/, "2090-02-01");
    await save();
    await waitFor(() => expect(router.state.location.pathname).toBe(seen.campaigns()));
    await waitFor(() =>
      expect(server.asked("POST /Charities/campaigns")[0]?.body).toMatchObject({ charityId: "ten_food" }),
    );
    await waitFor(() => expect(screen.getAllByRole("link", { name: "Campaigns" })).toHaveLength(1));
  });
});

describe("what can't be read", () => {
  it.each([
    ["a manager back to the campaigns", false, own.campaign("cam_gone"), own.campaigns()],
    ["an administrator to the users", true, seen.campaign("cam_gone"), adminPaths.users.list()],
  ])("leads %s when it is a campaign", async (_, isAdministrator, address, place) => {
    if (isAdministrator) signInAdministrator();
    server.on("GET /Charities/campaigns/cam_gone", () => refusal(404, { errorMessage: "Not there." }));
    const router = show(address);
    await waitFor(() => expect(router.state.location.pathname).toBe(place));
    await waitFor(() => expect(toasts()).toContain("Not there."));
  });

  it("is a campaign of another charity, too", async () => {
    server.on("GET /Charities/campaigns/cam_coats", () => ({ ...coats, charityId: "ten_other" }));
    const router = show(own.campaign("cam_coats"));
    await waitFor(() => expect(router.state.location.pathname).toBe(own.campaigns()));
  });

  it("leads an administrator back to the list when it is the charity", async () => {
    signInAdministrator();
    server.on("GET /Charities/ten_food", () => refusal(404, { errorMessage: "Not there." }));
    const router = show(seen.campaigns());
    await waitFor(() => expect(router.state.location.pathname).toBe(adminPaths.charities()));
  });
});
