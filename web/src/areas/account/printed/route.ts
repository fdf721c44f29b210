import { ownAccount } from "@/areas/account/frames";
import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";
import { printedCardsQuery } from "./queries";

export const routes = [
  screen({
    path: paths.accountCards(),
    frame: ownAccount,
    load: () => import("./PrintedCardsPage"),
    Component: "PrintedCardsPage",
    needs: () => [printedCardsQuery()],
    budget: "public",
  }),
  screen({
    path: paths.closedCards(),
    load: () => import("./ClosedCardsPage"),
    Component: "ClosedCardsPage",
    budget: "public",
  }),
];
