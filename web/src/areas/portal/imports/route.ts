import { adminPaths } from "@/adminPaths";
import { administrators } from "@/areas/portal/frames";
import { m } from "@/i18n";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: adminPaths.imports(),
    frame: administrators,
    load: () => import("./ImportPage"),
    Component: "ImportPage",
    menu: { group: "administrators", label: m.import_tab, icon: "upload", position: 12 },
    budget: "portal",
  }),
];
