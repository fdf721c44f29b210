import { redirect } from "react-router";
import { causeQuery, vendorQuery } from "@/api/queries/shopWindow";
import { brand } from "@/brands/current";
import { paths } from "@/paths";
import { forward, screen } from "@/shared/page/screen";

export const routes = [
  brand.hasCharities
    ? screen({
        path: paths.charityCard(":vendorId", ":campaignId"),
        load: () => import("./CharityCardFormPage"),
        Component: "CharityCardFormPage",
        needs: ({ params: { vendorId = "", campaignId = "" } }) => [
          vendorQuery(vendorId),
          causeQuery(campaignId),
        ],
        budget: "form",
      })
    : forward(paths.charityCard(":vendorId", ":campaignId"), ({ params: { vendorId = "" } }) =>
        redirect(paths.vendor(vendorId)),
      ),
  screen({
    path: paths.localCard(":vendorId", ":amount"),
    load: () => import("./LocalCardFormPage"),
    Component: "LocalCardFormPage",
    needs: ({ params: { vendorId = "" } }) => [vendorQuery(vendorId)],
    budget: "form",
  }),
];
