import { owned } from "@/areas/wallet/frames";
import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";
import { keptWalletQuery } from "./keptWallet";
import { walletCardQuery, walletFilterOf, walletPages } from "./queries";

export const routes = [
  screen({
    path: paths.wallet(),
    frame: owned,
    load: () => import("./WalletPage"),
    Component: "WalletPage",
    starts: ({ search }) => [keptWalletQuery(), walletPages(walletFilterOf(search))],
    budget: "public",
  }),
  screen({
    path: paths.walletCard(":vendorId", ":id"),
    frame: owned,
    load: () => import("./CardPage"),
    Component: "CardPage",
    starts: ({ params: { id = "" } }) => [keptWalletQuery(), walletCardQuery(id)],
    budget: "public",
  }),
];
