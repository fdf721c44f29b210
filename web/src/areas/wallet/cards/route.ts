import { owned } from "@/areas/wallet/frames";
import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";
import { offlineWalletQuery } from "./offlineWallet";
import { walletCardQuery, walletFilterOf, walletPages } from "./queries";

export const routes = [
  screen({
    path: paths.wallet(),
    frame: owned,
    load: () => import("./WalletPage"),
    Component: "WalletPage",
    starts: ({ search }) => [offlineWalletQuery(), walletPages(walletFilterOf(search))],
    budget: "public",
  }),
  screen({
    path: paths.walletCard(":vendorId", ":id"),
    frame: owned,
    load: () => import("./CardPage"),
    Component: "CardPage",
    starts: ({ params: { id = "" } }) => [offlineWalletQuery(), walletCardQuery(id)],
    budget: "public",
  }),
];
