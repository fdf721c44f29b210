import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({ path: paths.faq(), load: () => import("./FaqPage"), Component: "FaqPage", budget: "public" }),
];
