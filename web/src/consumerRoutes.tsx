// The map of URLs for people who have cards: their wallet, and what they pay for.
import type { RouteObject } from "react-router";
import { mustBeFresh } from "@/areas/consumer/checkout/reloadOnce";
import { page } from "@/page";
import { paths } from "@/paths";
import { mustBeSignedIn } from "@/session/guards";
import { PrivateOutlet } from "@/shared/page/PrivateOutlet";
import type { PrivacyHandle } from "@/shared/page/useSessionEnd";

const forTheirOwnersOnly: PrivacyHandle = { isPrivate: true };

export const consumerRoutes: RouteObject[] = [
  page(paths.gift(":token"), () => import("@/areas/consumer/gift/GiftPage"), "GiftPage"),
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
      page(
        paths.checkoutSuccess(),
        () => import("@/areas/consumer/checkout/CheckoutSuccessPage"),
        "CheckoutSuccessPage",
      ),
      page(
        paths.checkoutPending(":orderNumber"),
        () => import("@/areas/consumer/checkout/CheckoutPendingPage"),
        "CheckoutPendingPage",
      ),
      page(paths.orders(), () => import("@/areas/consumer/orders/OrderListPage"), "OrderListPage"),
      page(paths.order(":id"), () => import("@/areas/consumer/orders/OrderPage"), "OrderPage"),
      {
        middleware: [mustBeFresh],
        children: [
          page(paths.checkout(), () => import("@/areas/consumer/checkout/CheckoutPage"), "CheckoutPage"),
        ],
      },
    ],
  },
];
