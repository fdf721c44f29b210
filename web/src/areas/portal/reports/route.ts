import { adminPaths } from "@/adminPaths";
import { administrators, books } from "@/areas/portal/frames";
import { daysQuery } from "@/areas/portal/kit/daysQuery";
import { charityScreen, vendorScreen } from "@/areas/portal/tenantScreens";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { businessToday } from "@/lib/dates";
import { screen } from "@/shared/page/screen";
import {
  campaignChoicesQuery,
  charitiesReportQuery,
  charityReportQuery,
  liabilityQuery,
  reportStarts,
  vendorReportQuery,
  vendorsReportQuery,
  WITH_CAUSE,
} from "./queries";
import { presetsOf, readBrandedFilter, readFilter } from "./useReportFilter";

const menu = { label: m.reports_reporting, icon: "chart-column", goKey: "r" } as const;

export const routes = [
  screen({
    path: adminPaths.vendorReport(),
    frame: administrators,
    load: () => import("./VendorsReportPage"),
    Component: "VendorsReportPage",
    starts: ({ search }) => reportStarts(readBrandedFilter(search), vendorsReportQuery),
    menu: {
      group: "administrators",
      label: m.reports_vendor_report,
      icon: "chart-column",
      position: 5,
      goKey: "r",
    },
    budget: "portal",
  }),
  screen({
    path: adminPaths.charityReport(),
    frame: administrators,
    load: () => import("./CharitiesReportPage"),
    Component: "CharitiesReportPage",
    starts: ({ search }) => {
      const filter = readFilter(search);
      const days = daysQuery({ range: filter.range, cardType: WITH_CAUSE });
      return [
        ...reportStarts(filter, charitiesReportQuery),
        campaignChoicesQuery(undefined),
        ...(filter.campaignId === "" ? [days] : []),
      ];
    },
    menu: {
      group: "administrators",
      label: m.reports_charity_report,
      icon: "chart-pie",
      position: 6,
      goKey: "e",
      may: () => brand.hasCharities,
    },
    budget: "portal",
  }),
  screen({
    path: adminPaths.liability(),
    frame: books,
    load: () => import("./LiabilityPage"),
    Component: "LiabilityPage",
    starts: ({ search }) => {
      const today = presetsOf(businessToday()).today;
      return reportStarts(readBrandedFilter(search, today), liabilityQuery, "asOf");
    },
    menu: { group: "books", label: m.reports_outstanding, icon: "wallet-cards", position: 3 },
    budget: "portal",
  }),
  ...vendorScreen({
    path: (area) => area.reporting(),
    load: () => import("./VendorReportPage"),
    Component: "VendorReportPage",
    starts: (vendorId, { search }) =>
      reportStarts(readBrandedFilter(search), (filter, rows) => vendorReportQuery(vendorId, filter, rows)),
    menu: { ...menu, group: "vendor", position: 5 },
    budget: "portal",
  }),
  ...charityScreen({
    path: (area) => area.reporting(),
    load: () => import("./CharityReportPage"),
    Component: "CharityReportPage",
    starts: (charityId, { search }) => [
      ...reportStarts(readFilter(search), (filter, rows) => charityReportQuery(charityId, filter, rows)),
      campaignChoicesQuery(charityId),
    ],
    menu: { ...menu, group: "charity", position: 5 },
    budget: "portal",
  }),
];
