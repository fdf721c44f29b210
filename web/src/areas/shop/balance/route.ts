import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: paths.balance(),
    load: () => import("./BalancePage"),
    Component: "BalancePage",
    budget: "form",
  }),
];
