import { redirect } from "react-router";
import { organizationTypesQuery } from "@/api/queries/choices";
import {
  campaignPages,
  campaignQuery,
  charityPages,
  charityQuery,
  supporterPages,
} from "@/api/queries/shopWindow";
import { brand } from "@/brands/current";
import { narrowed } from "@/features/catalogue/narrowed";
import { NO_CAMPAIGN, paths } from "@/paths";
import { chosenRegionId } from "@/session/region";
import { forward, screen } from "@/shared/page/screen";

const ofCauses = () => [
  screen({
    path: paths.charities(),
    load: () => import("./CharityListPage"),
    Component: "CharityListPage",
    starts: ({ search }) => {
      const { kind: organizationId, ...filter } = narrowed(search, "type");
      return [organizationTypesQuery(), charityPages({ organizationId, ...filter })];
    },
    budget: "public",
  }),
  screen({
    path: paths.charity(":id"),
    load: () => import("./CharityPage"),
    Component: "CharityPage",
    needs: ({ params: { id = "" } }) => [charityQuery(id)],
    starts: ({ params: { id = "" } }) => [campaignPages({ charityId: id, searchText: "" })],
    budget: "public",
  }),
  screen({
    path: paths.charityVendors(":id", ":campaignId"),
    load: () => import("./CharityPage"),
    Component: "CharityPage",
    needs: ({ params: { id = "" } }) => [charityQuery(id)],
    starts: ({ params: { id = "", campaignId = "" }, search }) =>
      campaignId === NO_CAMPAIGN
        ? []
        : [
            campaignQuery(campaignId),
            supporterPages(id, {
              categoryId: "",
              searchText: search.get("q") ?? "",
              regionId: chosenRegionId(),
            }),
          ],
    budget: "public",
  }),
];

const toTheShops = () => redirect(paths.vendorList());

/** A brand without causes leads their addresses to the shops. */
const withoutCauses = () => [
  forward(paths.charities(), toTheShops),
  forward(paths.charity(":id"), toTheShops),
  forward(paths.charityVendors(":id", ":campaignId"), toTheShops),
];

export const routes = brand.hasCharities ? ofCauses() : withoutCauses();
