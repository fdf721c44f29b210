import { testCardQuery } from "@/areas/portal/kit/tenantQueries";
import { vendorScreen } from "@/areas/portal/tenantScreens";
import { dayQueries } from "@/features/counter/day/queries";
import { m } from "@/i18n";
import { counterSettingsQuery, proposedPaceQuery } from "./queries";

export const routes = [
  ...vendorScreen({
    path: (area) => area.counterDay(),
    load: () => import("@/features/counter/day/CounterDayPage"),
    Component: "CounterDayPage",
    starts: (vendorId, { search }) => dayQueries(vendorId, search),
    menu: { group: "vendor", label: m.counter_day_title, icon: "calendar", position: 8, goKey: "e" },
    budget: "portal",
  }),
  ...vendorScreen({
    path: (area) => area.counter(),
    load: () => import("./CounterSettingsFormPage"),
    Component: "CounterSettingsFormPage",
    starts: (vendorId) => [counterSettingsQuery(vendorId), proposedPaceQuery(vendorId)],
    menu: {
      group: "vendor",
      label: m.counter_settings_title,
      icon: "sliders-horizontal",
      position: 9,
      goKey: "o",
    },
    budget: "portal",
  }),
  ...vendorScreen({
    path: (area) => area.testCard(),
    load: () => import("./TestCardPage"),
    Component: "TestCardPage",
    starts: (vendorId) => [testCardQuery(vendorId)],
    budget: "portal",
  }),
];
