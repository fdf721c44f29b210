// The map of URLs for people who look around and buy. It comes with the first of these pages that somebody goes to.
import type { RouteObject } from "react-router";
import { page } from "@/page";
import { paths } from "@/paths";

const charityPage = () => import("@/areas/public/charities/CharityPage");
const cartPage = () => import("@/areas/public/cart/CartPage");

export const shopRoutes: RouteObject[] = [
  page(paths.shopVendors(), () => import("@/areas/public/shop/ShopPage"), "ShopPage"),
  page(paths.vendorList(), () => import("@/areas/public/shop/VendorListPage"), "VendorListPage"),
  page(paths.vendor(":id"), () => import("@/areas/public/shop/VendorPage"), "VendorPage"),

  page(paths.charities(), () => import("@/areas/public/charities/CharityListPage"), "CharityListPage"),
  page(paths.charity(":id"), charityPage, "CharityPage"),
  page(paths.charityVendors(":id", ":campaignId"), charityPage, "CharityPage"),

  page(
    paths.charityCard(":vendorId", ":campaignId"),
    () => import("@/areas/public/purchase/CharityCardFormPage"),
    "CharityCardFormPage",
  ),
  page(
    paths.localCard(":vendorId", ":amount"),
    () => import("@/areas/public/purchase/LocalCardFormPage"),
    "LocalCardFormPage",
  ),
  page(paths.cart(), cartPage, "CartPage"),
  page(paths.cartAsGuest(), cartPage, "CartPage"),
];
