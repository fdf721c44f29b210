import { vendorScreen } from "@/areas/portal/tenantScreens";
import { m } from "@/i18n";
import { tenantPinsQuery, tillsQuery } from "./queries";

export const routes = vendorScreen({
  path: (area) => area.tills(),
  load: () => import("./TillsPage"),
  Component: "TillsPage",
  starts: (vendorId) => [tillsQuery(vendorId), tenantPinsQuery(vendorId)],
  menu: { group: "vendor", label: m.tills_title, icon: "monitor", position: 10, goKey: "t" },
  budget: "portal",
});
