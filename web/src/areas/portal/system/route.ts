import { adminPaths } from "@/adminPaths";
import { desk } from "@/areas/portal/frames";
import { m } from "@/i18n";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: adminPaths.system(),
    frame: desk,
    load: () => import("./SystemPage"),
    Component: "SystemPage",
    menu: { group: "administrators", label: m.system_title, icon: "circle-check", position: 11 },
    budget: "portal",
  }),
];
