import { ownAccount } from "@/areas/account/frames";
import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: paths.accountCards(),
    frame: ownAccount,
    load: () => import("./PrintedCardsPage"),
    Component: "PrintedCardsPage",
    needs: async () => [(await import("./queries")).printedCardsQuery()],
    budget: "public",
  }),
  screen({
    path: paths.closedCards(),
    load: () => import("./ClosedCardsPage"),
    Component: "ClosedCardsPage",
    budget: "public",
  }),
];
