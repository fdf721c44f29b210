import { adminPaths } from "@/adminPaths";
import { desk } from "@/areas/portal/frames";
import { charityScreen, vendorScreen } from "@/areas/portal/tenantScreens";
import { m } from "@/i18n";
import { screen } from "@/shared/page/screen";
import { NEWEST_FIRST, readListState } from "@/shared/table/listState";
import { listedLog } from "./queries";

const menu = { label: m.log_title, icon: "shield-check", goKey: "h" } as const;

export const routes = [
  screen({
    path: adminPaths.log(),
    frame: desk,
    load: () => import("./LogPage"),
    Component: "LogPage",
    starts: ({ search }) => [listedLog(readListState(search, NEWEST_FIRST))],
    menu: { ...menu, group: "administrators", position: 10 },
    budget: "portal",
  }),
  ...vendorScreen({
    path: (area) => area.log(),
    load: () => import("./LogPage"),
    Component: "VendorLogPage",
    starts: (vendorId, { search }) => [listedLog(readListState(search, NEWEST_FIRST), vendorId)],
    menu: { ...menu, group: "vendor", position: 11 },
    budget: "portal",
  }),
  ...charityScreen({
    path: (area) => area.log(),
    load: () => import("./LogPage"),
    Component: "CharityLogPage",
    starts: (charityId, { search }) => [listedLog(readListState(search, NEWEST_FIRST), charityId)],
    menu: { ...menu, group: "charity", position: 7 },
    budget: "portal",
  }),
];
