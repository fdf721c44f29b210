import { vendorQuery } from "@/api/queries/shopWindow";
import { paths } from "@/paths";
import { mustBeSignedIn } from "@/session/guards";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: paths.giftList(":vendorId"),
    guard: mustBeSignedIn,
    load: () => import("./RecipientListPage"),
    Component: "RecipientListPage",
    needs: ({ params: { vendorId = "" } }) => [vendorQuery(vendorId)],
    budget: "form",
  }),
];
