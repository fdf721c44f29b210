// The map of URLs for people who have cards: their wallet, and what they pay for.
import type { RouteObject } from "react-router";
import { page } from "@/page";
import { paths } from "@/paths";
import { mustBeSignedIn } from "@/session/guards";
import { PrivateOutlet } from "@/shared/page/PrivateOutlet";
import type { PrivacyHandle } from "@/shared/page/useSessionEnd";

const forTheirOwnersOnly: PrivacyHandle = { isPrivate: true };

export const consumerRoutes: RouteObject[] = [
  {
    middleware: [mustBeSignedIn],
    handle: forTheirOwnersOnly,
    Component: PrivateOutlet,
    children: [
      page(paths.wallet(), () => import("@/areas/consumer/wallet/WalletPage"), "WalletPage"),
      page(
        paths.walletCard(":vendorId", ":id"),
        () => import("@/areas/consumer/wallet/CardPage"),
        "CardPage",
      ),
    ],
  },
];
