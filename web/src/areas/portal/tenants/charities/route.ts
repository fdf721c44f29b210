import { organizationTypesQuery } from "@/api/queries/choices";
import { regionsQuery } from "@/api/queries/regions";
import { adminPaths } from "@/adminPaths";
import { timelineQuery } from "@/areas/portal/kit/cases/queries";
import { administrators } from "@/areas/portal/frames";
import { tenantOrder } from "@/areas/portal/tenants/narrowing";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { isAdministrator } from "@/session/can";
import { screen } from "@/shared/page/screen";
import { readListState } from "@/shared/table/listState";
import { charityCalls, charityRowsQuery } from "./queries";

// Both brands have these screens, because administrators sign in at only one brand. A brand without causes leaves them out
// of the menu.
export const routes = [
  screen({
    path: adminPaths.charities(),
    frame: administrators,
    load: () => import("./CharityAdminListPage"),
    Component: "CharityAdminListPage",
    starts: ({ search }) => [
      charityRowsQuery(readListState(search, tenantOrder)),
      organizationTypesQuery(),
      regionsQuery(),
    ],
    menu: {
      group: "administrators",
      label: m.admin_charities,
      icon: "hand-heart",
      position: 4,
      goKey: "c",
      may: () => brand.hasCharities,
    },
    budget: "portal",
  }),
  screen({
    path: adminPaths.addCharity(),
    frame: administrators,
    load: () => import("./CharityFormPages"),
    Component: "AddCharityFormPage",
    starts: () => [organizationTypesQuery(), regionsQuery()],
    menu: {
      group: "add",
      label: m.charities_add,
      icon: "plus",
      position: 3,
      may: (profile) => brand.hasCharities && isAdministrator(profile),
    },
    budget: "portal",
  }),
  screen({
    path: adminPaths.charity(":id"),
    frame: administrators,
    load: () => import("./CharityFormPages"),
    Component: "EditCharityFormPage",
    starts: ({ params: { id = "" } }) => [charityCalls.oneQuery(id), timelineQuery({ kind: "charity", id })],
    budget: "portal",
  }),
];
