import { bare } from "@/areas/account/frames";
import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";
import { setupQuery } from "./queries";

export const routes = [
  screen({
    path: paths.setup(),
    frame: bare,
    load: () => import("./SetupPage"),
    Component: "SetupPage",
    needs: () => [setupQuery()],
    budget: "form",
  }),
];
