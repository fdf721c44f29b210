import { settingsQuery } from "@/api/queries/settings";
import { daysQuery } from "@/areas/portal/kit/daysQuery";
import { nextPayoutQuery, testCardQuery } from "@/areas/portal/kit/tenantQueries";
import { charityReportQuery, SUMS } from "@/areas/portal/reports/queries";
import { periodBefore, readBrandedFilter, readFilter } from "@/areas/portal/reports/useReportFilter";
import { charityScreen, vendorScreen } from "@/areas/portal/tenantScreens";
import { getLocale, m } from "@/i18n";
import { NEWEST_FIRST, readListState } from "@/shared/table/listState";
import { readCardType, readEventDays, eventsQuery } from "./eventsQuery";
import {
  charityHomeQuery,
  charityRecordQuery,
  posterPreviewQuery,
  takeoversQuery,
  vendorHomeQuery,
  vendorRecordQuery,
  vendorStaffQuery,
  vendorSummaryQuery,
  vendorTillsQuery,
} from "./queries";

const menu = { label: m.admin_summary, icon: "layout-dashboard", position: 1, goKey: "d" } as const;

export const routes = [
  ...vendorScreen({
    path: (area) => area.summary(),
    load: () => import("./VendorSummaryPage"),
    Component: "VendorSummaryPage",
    starts: (vendorId, { search, params: { vid } }) => {
      const { range, cardType } = readBrandedFilter(search);
      return [
        vendorHomeQuery(vendorId, range, cardType),
        vendorSummaryQuery(vendorId, periodBefore(range), cardType),
        daysQuery({ range, cardType, tenantId: vendorId }),
        vendorRecordQuery(vendorId),
        nextPayoutQuery(vendorId),
        posterPreviewQuery(vendorId, getLocale()),
        vendorStaffQuery(vendorId),
        vendorTillsQuery(vendorId),
        testCardQuery(vendorId),
        // An administrator who looks on can't decide for the shop.
        ...(vid === undefined ? [takeoversQuery(vendorId)] : []),
      ];
    },
    menu: { ...menu, group: "vendor" },
    budget: "portal",
  }),
  ...vendorScreen({
    path: (area) => area.events(),
    load: () => import("./ShopEventListPage"),
    Component: "ShopEventListPage",
    starts: (vendorId, { search }) => {
      const state = readListState(search, NEWEST_FIRST);
      return [
        vendorHomeQuery(vendorId, readEventDays(state.filter), readCardType(state.filter)),
        eventsQuery(vendorId, state),
      ];
    },
    budget: "portal",
  }),
  ...charityScreen({
    path: (area) => area.summary(),
    load: () => import("./CharitySummaryPage"),
    Component: "CharitySummaryPage",
    starts: (charityId, { search }) => {
      const filter = readFilter(search);
      return [
        charityHomeQuery(charityId, filter.range),
        charityReportQuery(charityId, { ...filter, range: periodBefore(filter.range) }, SUMS),
        daysQuery({ range: filter.range, tenantId: charityId }),
        charityRecordQuery(charityId),
        nextPayoutQuery(charityId),
        settingsQuery(),
      ];
    },
    menu: { ...menu, group: "charity" },
    budget: "portal",
  }),
];
