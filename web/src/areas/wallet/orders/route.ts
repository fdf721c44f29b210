import { owned } from "@/areas/wallet/frames";
import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: paths.orders(),
    frame: owned,
    load: () => import("./OrderListPage"),
    Component: "OrderListPage",
    starts: async () => [(await import("./queries")).orderPages()],
    budget: "public",
  }),
  screen({
    path: paths.order(":id"),
    frame: owned,
    load: () => import("./OrderPage"),
    Component: "OrderPage",
    needs: async ({ params: { id = "" } }) => [
      (await import("@/areas/wallet/checkout/payment")).orderQuery(id),
    ],
    budget: "public",
  }),
];
