import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: paths.home(),
    load: () => import("./LandingPage"),
    Component: "LandingPage",
    budget: "public",
  }),
];
