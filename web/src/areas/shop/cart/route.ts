import { paths } from "@/paths";
import { restoreProfile } from "@/session/current";
import { screen } from "@/shared/page/screen";

/** The cart has an address for guests, too. */
const cart = (path: string) =>
  screen({
    path,
    load: () => import("./CartPage"),
    Component: "CartPage",
    starts: async () => {
      const [profile, { cartQuery }] = await Promise.all([
        restoreProfile(),
        import("@/features/cart/serverCart"),
      ]);
      return profile ? [cartQuery()] : [];
    },
    budget: "public",
  });

export const routes = [cart(paths.cart()), cart(paths.cartAsGuest())];
