// Routes of cardholders and buyers: wallet, checkout, orders and gifts.
import type { RouteObject } from "react-router";
import { mustBeFresh } from "@/areas/wallet/checkout/reloadOnce";
import { keptWalletQuery } from "@/areas/wallet/cards/keptWallet";
import { walletCardQuery, walletPages, walletFilterOf } from "@/areas/wallet/cards/queries";
import { page } from "@/app/page";
import { paths } from "@/paths";
import { restoreProfile } from "@/session/current";
import { mustBeSignedIn } from "@/session/guards";
import { PrivateOutlet } from "@/shared/page/PrivateOutlet";
import type { PrivacyHandle } from "@/shared/page/useSessionEnd";

const forTheirOwnersOnly: PrivacyHandle = { isPrivate: true };

// Queries of some of these pages, loaded separately so that the others don't include them.
const payment = () => import("@/areas/wallet/checkout/payment");

export const consumerRoutes: RouteObject[] = [
  page(paths.gift(":token"), () => import("@/areas/wallet/gift/GiftPage"), "GiftPage", {
    starts: async ({ params: { token = "" } }) => {
      const [profile, { giftQuery }] = await Promise.all([
        restoreProfile(),
        import("@/areas/wallet/gift/queries"),
      ]);
      return [giftQuery(token, profile?.userId)];
    },
  }),
  {
    middleware: [mustBeSignedIn],
    handle: forTheirOwnersOnly,
    Component: PrivateOutlet,
    children: [
      page(paths.wallet(), () => import("@/areas/wallet/cards/WalletPage"), "WalletPage", {
        starts: ({ search }) => [keptWalletQuery(), walletPages(walletFilterOf(search))],
      }),
      page(paths.walletCard(":vendorId", ":id"), () => import("@/areas/wallet/cards/CardPage"), "CardPage", {
        starts: ({ params: { id = "" } }) => [keptWalletQuery(), walletCardQuery(id)],
      }),
      page(
        paths.checkoutSuccess(),
        () => import("@/areas/wallet/checkout/CheckoutSuccessPage"),
        "CheckoutSuccessPage",
        {
          starts: async ({ search }) => {
            const order = search.get("order");
            return order === null ? [] : [(await payment()).orderQuery(order)];
          },
        },
      ),
      page(
        paths.checkoutPending(":orderNumber"),
        () => import("@/areas/wallet/checkout/CheckoutPendingPage"),
        "CheckoutPendingPage",
      ),
      page(paths.orders(), () => import("@/areas/wallet/orders/OrderListPage"), "OrderListPage", {
        starts: async () => [(await import("@/areas/wallet/orders/queries")).orderPages()],
      }),
      page(paths.order(":id"), () => import("@/areas/wallet/orders/OrderPage"), "OrderPage", {
        needs: async ({ params: { id = "" } }) => [(await payment()).orderQuery(id)],
      }),
      {
        middleware: [mustBeFresh],
        children: [
          page(paths.checkout(), () => import("@/areas/wallet/checkout/CheckoutPage"), "CheckoutPage", {
            starts: async () => {
              const [{ settingsQuery }, { cartQuery }] = await Promise.all([
                import("@/api/queries/settings"),
                import("@/features/cart/serverCart"),
              ]);
              return [settingsQuery(), cartQuery()];
            },
          }),
        ],
      },
    ],
  },
];
