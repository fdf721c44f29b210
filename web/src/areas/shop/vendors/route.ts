import { categoriesQuery } from "@/api/queries/choices";
import { popularCategoriesQuery } from "@/api/queries/onShow";
import { campaignPages, offeredCampaignQuery, vendorPages, vendorQuery } from "@/api/queries/shopWindow";
import { brand } from "@/brands/current";
import { lastCause } from "@/features/catalogue/lastCause";
import { narrowed } from "@/features/catalogue/narrowed";
import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: paths.shopVendors(),
    load: () => import("./ShopPage"),
    Component: "ShopPage",
    starts: () => [popularCategoriesQuery()],
    budget: "public",
  }),
  screen({
    path: paths.vendorList(),
    load: () => import("./VendorListPage"),
    Component: "VendorListPage",
    starts: ({ search }) => {
      const { kind: categoryId, ...filter } = narrowed(search, "cate");
      return [categoriesQuery(), vendorPages({ categoryId, ...filter })];
    },
    budget: "public",
  }),
  screen({
    path: paths.vendor(":id"),
    load: () => import("./VendorPage"),
    Component: "VendorPage",
    needs: ({ params: { id = "" } }) => [vendorQuery(id)],
    starts: ({ params: { id = "" }, search }) =>
      brand.hasCharities && search.get("card") === null
        ? [
            offeredCampaignQuery(id, lastCause.read()),
            campaignPages({ charityId: "", searchText: search.get("q") ?? "" }),
          ]
        : [],
    budget: "public",
  }),
];
