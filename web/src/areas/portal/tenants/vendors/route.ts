import { categoriesQuery } from "@/api/queries/choices";
import { regionsQuery } from "@/api/queries/regions";
import { adminPaths } from "@/adminPaths";
import { timelineQuery } from "@/areas/portal/kit/cases/queries";
import { administrators } from "@/areas/portal/frames";
import { tenantOrder } from "@/areas/portal/tenants/narrowing";
import { m } from "@/i18n";
import { isAdministrator } from "@/session/can";
import { screen } from "@/shared/page/screen";
import { readListState } from "@/shared/table/listState";
import { vendorRowsQuery } from "./figures";
import { vendorCalls } from "./queries";

export const routes = [
  screen({
    path: adminPaths.vendors(),
    frame: administrators,
    load: () => import("./VendorAdminListPage"),
    Component: "VendorAdminListPage",
    starts: ({ search }) => [
      vendorRowsQuery(readListState(search, tenantOrder)),
      categoriesQuery(),
      regionsQuery(),
    ],
    menu: { group: "administrators", label: m.admin_vendors, icon: "store", position: 3, goKey: "v" },
    budget: "portal",
  }),
  screen({
    path: adminPaths.addVendor(),
    frame: administrators,
    load: () => import("./VendorFormPages"),
    Component: "AddVendorFormPage",
    starts: () => [categoriesQuery(), regionsQuery()],
    menu: { group: "add", label: m.vendors_add, icon: "plus", position: 2, may: isAdministrator },
    budget: "portal",
  }),
  screen({
    path: adminPaths.vendor(":id"),
    frame: administrators,
    load: () => import("./VendorFormPages"),
    Component: "EditVendorFormPage",
    starts: ({ params: { id = "" } }) => [vendorCalls.oneQuery(id), timelineQuery({ kind: "vendor", id })],
    budget: "portal",
  }),
];
