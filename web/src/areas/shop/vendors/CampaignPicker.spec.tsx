// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { paths } from "@/paths";
import { nothing } from "@/shared/testing/samples";
import { refusal, renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

it("CampaignPicker: names the search without results, and clears it with one tap", async () => {
  const address = { addressLine1: "", addressLine2: null, city: "", province: "", postalCode: "" };
  server.on("GET /Public/vendor/ten_1", () => ({
    id: "ten_1",
    displayName: "Maple Leaf Books",
    amount: "Amount25",
    address,
    logoPath: null,
    hue: null,
    website: null,
  }));
  server.on("GET /Public/charities/campaigns", ({ query }) =>
    query.has("searchText") ? nothing : { ...nothing, totalItems: 3 },
  );
  server.on("GET /Public/vendors/ten_1/offered-campaign", () =>
    refusal(404, { errorCode: "NOT_FOUND", errorMessage: "Gone." }),
  );
  const { place } = renderApp(`${paths.vendor("ten_1")}?q=zzqx`);
  await screen.findByText("No campaign matches “zzqx”.");
  await press("Show all campaigns (3)");
  await waitFor(() => expect(place()).toBe(paths.vendor("ten_1")));
});
