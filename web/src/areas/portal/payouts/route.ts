import { adminPaths } from "@/adminPaths";
import { administrators, portal } from "@/areas/portal/frames";
import { openPausesQuery } from "@/areas/portal/kit/payoutPauses";
import { nextPayoutQuery } from "@/areas/portal/kit/tenantQueries";
import { charityScreen, vendorScreen } from "@/areas/portal/tenantScreens";
import { m } from "@/i18n";
import { screen } from "@/shared/page/screen";
import { NEWEST_FIRST, readListState } from "@/shared/table/listState";
import { bankFilesQuery, holdBackQuery, listedPayouts, payoutQuery } from "./queries";
import { filesOfRunQuery, listedOfRun, runQuery, runsQuery } from "./runs/queries";

const menu = { label: m.payouts_title, icon: "banknote", goKey: "p" } as const;

export const routes = [
  screen({
    path: adminPaths.payouts(),
    frame: administrators,
    load: () => import("./PayoutListPage"),
    Component: "PayoutListPage",
    starts: ({ search }) => [
      listedPayouts(readListState(search, NEWEST_FIRST)),
      bankFilesQuery(),
      openPausesQuery(),
    ],
    menu: { ...menu, group: "administrators", position: 8 },
    budget: "portal",
  }),
  screen({
    path: adminPaths.payoutRuns(),
    frame: administrators,
    load: () => import("./runs/PayoutRunsPage"),
    Component: "PayoutRunsPage",
    starts: ({ search }) => [runsQuery(readListState(search, NEWEST_FIRST))],
    budget: "portal",
  }),
  screen({
    path: adminPaths.payoutRun(":id"),
    frame: administrators,
    load: () => import("./runs/PayoutRunPage"),
    Component: "PayoutRunPage",
    starts: ({ params: { id = "" }, search }) => [
      runQuery(id),
      listedOfRun(id, readListState(search, NEWEST_FIRST)),
      filesOfRunQuery(id),
    ],
    budget: "portal",
  }),
  screen({
    path: adminPaths.holdBack(),
    frame: administrators,
    load: () => import("./HoldBackPage"),
    Component: "HoldBackPage",
    starts: () => [holdBackQuery(1)],
    budget: "portal",
  }),
  // Vendors and charities open their payouts at the same address as administrators.
  screen({
    path: adminPaths.payout(":id"),
    frame: portal,
    load: () => import("./PayoutPage"),
    Component: "PayoutPage",
    starts: ({ params: { id = "" } }) => [payoutQuery(id)],
    budget: "portal",
  }),
  ...vendorScreen({
    path: (area) => area.payouts(),
    load: () => import("./PayoutListPage"),
    Component: "VendorPayoutListPage",
    starts: (vendorId, { search }) => [
      listedPayouts(readListState(search, NEWEST_FIRST), vendorId),
      nextPayoutQuery(vendorId),
    ],
    menu: { ...menu, group: "vendor", position: 6 },
    budget: "portal",
  }),
  ...charityScreen({
    path: (area) => area.payouts(),
    load: () => import("./PayoutListPage"),
    Component: "CharityPayoutListPage",
    starts: (charityId, { search }) => [
      listedPayouts(readListState(search, NEWEST_FIRST), charityId),
      nextPayoutQuery(charityId),
    ],
    menu: { ...menu, group: "charity", position: 6 },
    budget: "portal",
  }),
];
