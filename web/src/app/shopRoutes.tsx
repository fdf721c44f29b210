// Routes for browsing and buying. Loaded with the first of these pages.
import { redirect, type RouteObject } from "react-router";
import { categoriesQuery, organizationTypesQuery } from "@/api/queries/choices";
import { popularCategoriesQuery } from "@/api/queries/onShow";
import { shopsFound } from "@/api/queries/search";
import {
  campaignPages,
  campaignQuery,
  causeQuery,
  charityPages,
  charityQuery,
  offeredCampaignQuery,
  supporterPages,
  vendorPages,
  vendorQuery,
} from "@/api/queries/shopWindow";
import { brand } from "@/brands/current";
import { lastCause } from "@/features/catalogue/lastCause";
import { page } from "@/app/page";
import { NO_CAMPAIGN, paths } from "@/paths";
import { restoreProfile } from "@/session/current";
import { chosenRegionId } from "@/session/region";

const charityPage = () => import("@/areas/shop/charities/CharityPage");
const cartPage = () => import("@/areas/shop/cart/CartPage");

/** Reads the filters of a list from the address. */
function narrowed(search: URLSearchParams, kind: string) {
  return { searchText: search.get("q") ?? "", kind: search.get(kind) ?? "", regionId: chosenRegionId() };
}

const cartOptions = {
  starts: async () => {
    const [profile, { cartQuery }] = await Promise.all([
      restoreProfile(),
      import("@/features/cart/serverCart"),
    ]);
    return profile ? [cartQuery()] : [];
  },
};

/** Routes of brands with causes. */
const causeRoutes: RouteObject[] = [
  page(paths.charities(), () => import("@/areas/shop/charities/CharityListPage"), "CharityListPage", {
    starts: ({ search }) => {
      const { kind: organizationId, ...filter } = narrowed(search, "type");
      return [organizationTypesQuery(), charityPages({ organizationId, ...filter })];
    },
  }),
  page(paths.charity(":id"), charityPage, "CharityPage", {
    needs: ({ params: { id = "" } }) => [charityQuery(id)],
    starts: ({ params: { id = "" } }) => [campaignPages({ charityId: id, searchText: "" })],
  }),
  page(paths.charityVendors(":id", ":campaignId"), charityPage, "CharityPage", {
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
  }),

  page(
    paths.charityCard(":vendorId", ":campaignId"),
    () => import("@/areas/shop/purchase/CharityCardFormPage"),
    "CharityCardFormPage",
    {
      needs: ({ params: { vendorId = "", campaignId = "" } }) => [
        vendorQuery(vendorId),
        causeQuery(campaignId),
      ],
    },
  ),
];

/** Redirects of brands without causes, from the URLs of causes to shops. */
const withoutCauses: RouteObject[] = [
  { path: "/charities/:id?/:campaignId?", loader: () => redirect(paths.vendorList()) },
  {
    path: paths.charityCard(":vendorId", ":campaignId"),
    loader: ({ params: { vendorId = "" } }) => redirect(paths.vendor(vendorId)),
  },
];

export const shopRoutes: RouteObject[] = [
  page(paths.faq(), () => import("@/areas/shop/faq/FaqPage"), "FaqPage"),
  page(paths.search(), () => import("@/areas/shop/search/SearchPage"), "SearchPage", {
    starts: ({ search }) => [shopsFound(search.get("q") ?? "", chosenRegionId())],
  }),
  page(paths.shopVendors(), () => import("@/areas/shop/vendors/ShopPage"), "ShopPage", {
    starts: () => [popularCategoriesQuery()],
  }),
  page(paths.vendorList(), () => import("@/areas/shop/vendors/VendorListPage"), "VendorListPage", {
    starts: ({ search }) => {
      const { kind: categoryId, ...filter } = narrowed(search, "cate");
      return [categoriesQuery(), vendorPages({ categoryId, ...filter })];
    },
  }),
  page(paths.vendor(":id"), () => import("@/areas/shop/vendors/VendorPage"), "VendorPage", {
    needs: ({ params: { id = "" } }) => [vendorQuery(id)],
    starts: ({ params: { id = "" }, search }) =>
      brand.hasCharities && search.get("card") === null
        ? [
            offeredCampaignQuery(id, lastCause.read()),
            campaignPages({ charityId: "", searchText: search.get("q") ?? "" }),
          ]
        : [],
  }),

  ...(brand.hasCharities ? causeRoutes : withoutCauses),

  page(
    paths.localCard(":vendorId", ":amount"),
    () => import("@/areas/shop/purchase/LocalCardFormPage"),
    "LocalCardFormPage",
    { needs: ({ params: { vendorId = "" } }) => [vendorQuery(vendorId)] },
  ),
  page(paths.cart(), cartPage, "CartPage", cartOptions),
  page(paths.cartAsGuest(), cartPage, "CartPage", cartOptions),
];
