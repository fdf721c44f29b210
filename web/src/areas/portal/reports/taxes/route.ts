import { adminPaths } from "@/adminPaths";
import { books } from "@/areas/portal/frames";
import { reportStarts } from "@/areas/portal/reports/queries";
import { readFilter } from "@/areas/portal/reports/useReportFilter";
import { vendorScreen } from "@/areas/portal/tenantScreens";
import { m } from "@/i18n";
import { screen } from "@/shared/page/screen";
import { statementsQuery, taxReportQuery, taxSettingsQuery } from "./queries";

export const routes = [
  screen({
    path: adminPaths.taxes(),
    frame: books,
    load: () => import("./TaxReportPage"),
    Component: "TaxReportPage",
    starts: ({ search }) => [...reportStarts(readFilter(search), taxReportQuery), taxSettingsQuery],
    menu: { group: "books", label: m.taxes_tab, icon: "notebook-text", position: 6 },
    budget: "portal",
  }),
  screen({
    path: adminPaths.taxSettings(),
    frame: books,
    load: () => import("./TaxSettingsPage"),
    Component: "TaxSettingsPage",
    starts: () => [taxSettingsQuery],
    budget: "portal",
  }),
  ...vendorScreen({
    path: (area) => area.statements(),
    load: () => import("./StatementListPage"),
    Component: "StatementListPage",
    starts: (vendorId) => [statementsQuery(vendorId, 1)],
    budget: "portal",
  }),
];
