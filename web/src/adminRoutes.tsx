// The admin portal's map of URLs. It comes with the first of its pages that somebody goes to.
import type { RouteObject } from "react-router";
import type { AdminHandle } from "@/areas/admin/shell/sidebar";
import { page } from "@/page";
import { paths } from "@/paths";
import { isVendorManager } from "@/session/can";
import { mustBe, mustBeAbleTo, mustBeGuest } from "@/session/guards";
import type { PrivacyHandle } from "@/shared/page/useSessionEnd";

const { admin } = paths;

/** The doors, in a layout of their own. */
export const doorRoute: RouteObject = {
  lazy: async () => ({ Component: (await import("@/areas/account/frame/QuietLayout")).QuietLayout }),
  children: [
    {
      middleware: [mustBeGuest],
      children: [
        page(
          admin.signIn(),
          () => import("@/areas/account/sign-in/AdminSignInFormPage"),
          "AdminSignInFormPage",
        ),
      ],
    },
    page(
      admin.setupPassword(),
      () => import("@/areas/account/password/SetupPasswordFormPage"),
      "SetupPasswordFormPage",
    ),
    page(
      admin.setupPasswordFailed(),
      () => import("@/areas/account/password/SetupPasswordFailedPage"),
      "SetupPasswordFailedPage",
    ),
  ],
};

/** The pages of users: the list, and in a sheet beside it the forms. */
function usersRoutes(users: typeof admin.users): RouteObject {
  return page(users.list(), () => import("@/areas/admin/users/UsersListPage"), "UsersListPage", [
    page(users.add(), () => import("@/areas/admin/users/AddUserFormPage"), "AddUserFormPage"),
    page(users.one(":id"), () => import("@/areas/admin/users/ManageUserFormPage"), "ManageUserFormPage"),
  ]);
}

/** What shops and causes are sorted by: each a list, and in a sheet beside it the forms. */
const directoryRoutes: RouteObject[] = [
  page(admin.regions(), () => import("@/areas/admin/regions/RegionListPage"), "RegionListPage", [
    page(admin.addRegion(), () => import("@/areas/admin/regions/AddRegionFormPage"), "AddRegionFormPage"),
    page(admin.region(":id"), () => import("@/areas/admin/regions/EditRegionFormPage"), "EditRegionFormPage"),
  ]),
  page(
    admin.organizations(),
    () => import("@/areas/admin/organizations/OrganizationListPage"),
    "OrganizationListPage",
    [
      page(
        admin.addOrganization(),
        () => import("@/areas/admin/organizations/AddOrganizationFormPage"),
        "AddOrganizationFormPage",
      ),
      page(
        admin.organization(":id"),
        () => import("@/areas/admin/organizations/EditOrganizationFormPage"),
        "EditOrganizationFormPage",
      ),
    ],
  ),
  page(admin.categories(), () => import("@/areas/admin/categories/CategoryListPage"), "CategoryListPage", [
    page(
      admin.addCategory(),
      () => import("@/areas/admin/categories/AddCategoryFormPage"),
      "AddCategoryFormPage",
    ),
    page(
      admin.category(":id"),
      () => import("@/areas/admin/categories/EditCategoryFormPage"),
      "EditCategoryFormPage",
    ),
  ]),
];

const adminRoutes: RouteObject[] = [
  { middleware: [mustBeAbleTo("keepDirectory")], children: directoryRoutes },
  {
    middleware: [mustBeAbleTo("manageTenants")],
    children: [usersRoutes(admin.users), usersRoutes(admin.vendorArea(":vid").users)],
  },
  {
    middleware: [mustBe(isVendorManager)],
    children: [usersRoutes(admin.vendorArea().users)],
  },
];

function pathsOf(pages: RouteObject[]): string[] {
  return pages.flatMap(({ path, children }) => [
    ...(path === undefined ? [] : [path]),
    ...pathsOf(children ?? []),
  ]);
}

const adminHandle: AdminHandle & PrivacyHandle = { isPrivate: true, pages: pathsOf(adminRoutes) };

export const adminRoute: RouteObject = {
  middleware: [mustBeAbleTo("enterAdmin")],
  handle: adminHandle,
  lazy: async () => ({ Component: (await import("@/areas/admin/shell/AdminLayout")).AdminLayout }),
  children: adminRoutes,
};
