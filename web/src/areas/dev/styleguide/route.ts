import { paths } from "@/paths";
import { alone } from "@/shared/page/frame";
import { screen } from "@/shared/page/screen";

/** The style guide, for developers and for the accessibility check. */
export const routes = [
  screen({
    path: paths.styleguide(),
    frame: alone,
    load: () => import("./StyleguidePage"),
    Component: "StyleguidePage",
    budget: "unlimited",
  }),
];
