// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { paths } from "@/paths";
import { bookshop } from "@/shared/testing/samples";
import { pageOf, renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

const campaign = (id: string, name: string) => ({
  id,
  name,
  charityId: "ten_food",
  charityName: "Food for All",
  charityLogoPath: null,
  campaignUrl: null,
  description: null,
  endDate: "2099-12-31",
  hue: null,
  isRunning: true,
  logoPath: null,
});
const meals = campaign("cam_1", "Warm meals");
const van = campaign("cam_2", "A new van");

it("PurchasePage: puts a changed cause in the address, in place of the first one", async () => {
  server.on("GET /Public/vendor/ten_1", () => ({
    ...bookshop,
    id: "ten_1",
    amount: "Amount25,Amount50",
    customAmount: null,
    charityRate: 10,
  }));
  for (const one of [meals, van]) server.on(`GET /Public/charities/campaigns/${one.id}`, () => one);
  server.on("GET /Public/charities/ten_food", () => ({
    ...bookshop,
    id: "ten_food",
    displayName: "Food for All",
  }));
  server.on("GET /Public/charities/campaigns", () => pageOf([meals, van]));
  const start = paths.charityCard("ten_1", "cam_1", 25);
  const { place, router } = renderApp(start, { from: paths.about() });
  await press("Change");
  const dialog = within(await screen.findByRole("dialog"));
  const choice = await dialog.findByRole("button", { name: /A new van/ });
  await act(async () => fireEvent.click(choice));
  await waitFor(() => expect(place()).toBe(paths.charityCard("ten_1", "cam_2", 25)));
  expect(await screen.findByText("A new van", { selector: "strong" })).toBeDefined();
  await act(() => router.navigate(-1));
  await waitFor(() => expect(place()).toBe(paths.about()));
});
