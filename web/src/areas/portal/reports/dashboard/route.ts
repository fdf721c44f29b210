import { adminPaths } from "@/adminPaths";
import { daysQuery } from "@/areas/portal/kit/daysQuery";
import { openCountsQuery } from "@/areas/portal/kit/openCounts";
import { administrators } from "@/areas/portal/frames";
import { SUMS, vendorsReportQuery } from "@/areas/portal/reports/queries";
import { periodBefore, readBrandedFilter } from "@/areas/portal/reports/useReportFilter";
import { m } from "@/i18n";
import { screen } from "@/shared/page/screen";
import {
  allVendorsQuery,
  dealingsQuery,
  goLiveQuery,
  healthQuery,
  nextPayoutsQuery,
  quietRange,
} from "./queries";

export const routes = [
  screen({
    path: adminPaths.dashboard(),
    frame: administrators,
    load: () => import("./DashboardPage"),
    Component: "DashboardPage",
    starts: ({ search }) => {
      const filter = readBrandedFilter(search);
      const { range, cardType } = filter;
      return [
        openCountsQuery,
        goLiveQuery,
        healthQuery,
        nextPayoutsQuery,
        vendorsReportQuery(filter, SUMS),
        vendorsReportQuery({ ...filter, range: periodBefore(range) }, SUMS),
        daysQuery({ range, cardType }),
        dealingsQuery(range, cardType),
        allVendorsQuery(range, cardType),
        allVendorsQuery(quietRange(), cardType),
      ];
    },
    menu: {
      group: "administrators",
      label: m.dashboard_title,
      icon: "layout-dashboard",
      position: 1,
      goKey: "d",
    },
    budget: "portal",
  }),
];
