import { owned } from "@/areas/wallet/frames";
import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";
import { mustBeFresh } from "./reloadOnce";

export const routes = [
  screen({
    path: paths.checkout(),
    frame: owned,
    guard: mustBeFresh,
    load: () => import("./CheckoutPage"),
    Component: "CheckoutPage",
    starts: async () => {
      const [{ settingsQuery }, { cartQuery }] = await Promise.all([
        import("@/api/queries/settings"),
        import("@/features/cart/serverCart"),
      ]);
      return [settingsQuery(), cartQuery()];
    },
    budget: "public",
  }),
  screen({
    path: paths.checkoutSuccess(),
    frame: owned,
    load: () => import("./CheckoutSuccessPage"),
    Component: "CheckoutSuccessPage",
    starts: async ({ search }) => {
      const order = search.get("order");
      return order === null ? [] : [(await import("./payment")).orderQuery(order)];
    },
    budget: "public",
  }),
  screen({
    path: paths.checkoutPending(":orderNumber"),
    frame: owned,
    load: () => import("./CheckoutPendingPage"),
    Component: "CheckoutPendingPage",
    budget: "public",
  }),
];
