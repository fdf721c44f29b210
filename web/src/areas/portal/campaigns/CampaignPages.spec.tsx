// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { pageOf, refusal, renderApp, server, toasts } from "@/testing/renderApp";
import { press, pressInMenu } from "@/ui/testing/press";
import type { Campaign } from "./campaigns";

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
  goal: null,
  raised: 0,
  supporters: 0,
  daysLeft: 0,
  thanks: null,
  isActive: true,
  version: "v1",
  isRunning: false,
};

const show = (address: string) => renderApp(address, { as: "charity manager" });
const showToAdministrator = (address: string) => renderApp(address, { as: "administrator" });

const fill = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => press("Save");

beforeEach(() => {
  server.on("GET /Charities/campaigns", () => pageOf([coats]));
  server.on("GET /Charities/campaigns/cam_coats", () => coats);
  server.on("GET /Charities/ten_food", () => ({
    id: "ten_food",
    displayName: "Riverside Food Bank",
    state: "ACTIVE",
    logoPath: null,
  }));
});

describe("campaign pages", () => {
  it("list the campaigns of one charity with their days, and mark those that are over", async () => {
    show(own.campaigns());
    expect(await screen.findByText("Winter coats")).toBeDefined();
    await waitFor(() =>
      expect(server.asked("GET /Charities/campaigns")[0]?.query.get("charityId")).toBe("ten_food"),
    );
    const headers = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(headers).toEqual(["", "Campaign ID Name", "Start Date", "End Date", "Active", "Actions"]);
    expect(await screen.findByText("Jan 1, 2020")).toBeDefined();
    expect(await screen.findByText("Ended")).toBeDefined();
    expect(screen.getAllByText("Active").map(({ tagName }) => tagName)).toEqual(["OPTION", "TH"]);
  });

  it("end a running campaign today, once confirmed, and offer it for no other", async () => {
    const running = { ...coats, id: "cam_meals", name: "Warm meals", endDate: "2098-02-01", isRunning: true };
    server.on("GET /Charities/campaigns", () => pageOf([coats, running]));
    server.on("PUT /Charities/campaigns/cam_meals/ended", () => undefined);
    show(own.campaigns());
    await screen.findByText("Warm meals");
    expect(screen.getAllByText("End today")).toHaveLength(1);
    await pressInMenu("Warm meals", "End today");
    const dialog = within(await screen.findByRole("dialog", { name: "End Warm meals today?" }));
    expect(server.asked("PUT /Charities/campaigns/cam_meals/ended")).toEqual([]);
    fireEvent.click(dialog.getByRole("button", { name: "End today" }));
    await waitFor(() => expect(toasts()).toEqual(["The campaign ends today."]));
  });

  it("allow editing a campaign that is over while its end stays the same", async () => {
    server.on("PUT /Charities/campaigns/cam_coats", () => undefined);
    const { router } = show(own.campaign("cam_coats"));
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

  it("post an update, and delete it once confirmed", async () => {
    const updates = "/Public/charities/campaigns/cam_coats/updates";
    const half = { id: "cup_1", title: "Half-way", text: "Thank you!", createdAt: "2020-01-10T12:00:00Z" };
    server.on(`GET ${updates}`, () => pageOf([half]));
    server.on("POST /Charities/campaigns/cam_coats/updates", () => ({ id: "cup_2" }));
    server.on("DELETE /Charities/campaigns/cam_coats/updates/cup_1", () => undefined);
    show(own.campaign("cam_coats"));
    await screen.findByText("Half-way");
    await press("Write an update");
    fill(/^Title/, "Done");
    fill(/^Text(?! to)/, "Thank you all!");
    await press("Post the update");
    await waitFor(() => expect(toasts()).toContain("Posted the update"));
    expect(server.asked("POST /Charities/campaigns/cam_coats/updates")[0]?.body).toEqual({
      title: "Done",
      text: "Thank you all!",
    });
    await press("Delete “Half-way”");
    const dialog = within(await screen.findByRole("dialog", { name: "Delete this update?" }));
    fireEvent.click(dialog.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(toasts()).toContain("Deleted the update"));
  });

  it("have the text to paste in the chosen language, with the address of the public page", async () => {
    show(own.campaign("cam_coats"));
    const text = await screen.findByLabelText<HTMLTextAreaElement>(/^Text to paste/);
    expect(text.value).toContain("/charities/ten_food/cam_coats");
    fireEvent.change(screen.getByLabelText("Language of the poster"), { target: { value: "fr" } });
    expect(text.value).toMatch(/^Nous amassons/);
  });

  it("add a campaign to the charity that an administrator looks at", async () => {
    server.on("POST /Charities/campaigns", () => ({ id: "cam_new" }));
    const { router } = showToAdministrator(seen.addCampaign());
    await screen.findByText("Riverside Food Bank");
    expect(
      screen.getByText("You are viewing Riverside Food Bank as an administrator. This is recorded."),
    ).toBeDefined();
    expect(screen.getByRole("link", { name: "Exit" }).getAttribute("href")).toBe(
      adminPaths.charity("ten_food"),
    );
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

describe("campaign pages, when loading fails", () => {
  it.each([
    ["a manager back to the campaigns", false, own.campaign("cam_gone"), own.campaigns()],
    ["an administrator back to the campaigns", true, seen.campaign("cam_gone"), seen.campaigns()],
  ])("lead %s when it is a campaign", async (_, isAdministrator, address, place) => {
    server.on("GET /Charities/campaigns/cam_gone", () => refusal(404, { errorMessage: "Not there." }));
    const { router } = isAdministrator ? showToAdministrator(address) : show(address);
    await waitFor(() => expect(router.state.location.pathname).toBe(place));
    await waitFor(() => expect(toasts()).toContain("Not there."));
  });

  it("treat a campaign of another charity as missing", async () => {
    server.on("GET /Charities/campaigns/cam_coats", () => ({ ...coats, charityId: "ten_other" }));
    const { router } = show(own.campaign("cam_coats"));
    await waitFor(() => expect(router.state.location.pathname).toBe(own.campaigns()));
  });

  it("lead an administrator back to the list when it is the charity", async () => {
    server.on("GET /Charities/ten_food", () => refusal(404, { errorMessage: "Not there." }));
    const { router } = showToAdministrator(seen.campaigns());
    await waitFor(() => expect(router.state.location.pathname).toBe(adminPaths.charities()));
  });
});
