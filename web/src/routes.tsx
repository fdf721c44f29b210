// The only map of URLs: which page answers where. Each page is its own chunk, fetched when somebody goes there.
import { redirect, type RouteObject } from "react-router";
import type { AdminHandle } from "@/areas/admin/shell/sidebar";
import type { LegalTextName } from "@/areas/public/legal/texts";
import { PublicLayout } from "@/areas/public/shell/PublicLayout";
import { paths } from "@/paths";
import { isVendorManager } from "@/session/can";
import { leadOn, mustBe, mustBeAbleTo } from "@/session/guards";
import { PageLoading } from "@/shared/page/PageLoading";
import { Root } from "@/shared/page/Root";
import { RootErrorPage } from "@/shared/page/RootErrorPage";
import type { PrivacyHandle } from "@/shared/page/useSessionEnd";

function legalPage(name: LegalTextName) {
  return async () => (await import("@/areas/public/legal/LegalPage")).loadLegalPage(name);
}

const publicRoutes: RouteObject[] = [
  {
    path: paths.home(),
    lazy: async () => ({ Component: (await import("@/areas/public/landing/LandingPage")).LandingPage }),
  },
  { path: paths.about(), lazy: legalPage("about") },
  { path: paths.privacyPolicy(), lazy: legalPage("privacy-policy") },
  { path: paths.eula(), lazy: legalPage("eula") },
  { path: paths.termsOfUse(), lazy: legalPage("terms-of-use") },
  { path: paths.shippingPolicy(), lazy: legalPage("shipping-policy") },
  { path: paths.refundPolicy(), lazy: legalPage("refund-policy") },
];

/** The pages of users: the list, and in a sheet beside it the forms. */
function usersRoutes(users: typeof paths.admin.users): RouteObject {
  return {
    path: users.list(),
    lazy: async () => ({ Component: (await import("@/areas/admin/users/UsersListPage")).UsersListPage }),
    children: [
      {
        path: users.add(),
        lazy: async () => ({
          Component: (await import("@/areas/admin/users/AddUserFormPage")).AddUserFormPage,
        }),
      },
      {
        path: users.one(":id"),
        lazy: async () => ({
          Component: (await import("@/areas/admin/users/ManageUserFormPage")).ManageUserFormPage,
        }),
      },
    ],
  };
}

const adminRoutes: RouteObject[] = [
  {
    middleware: [mustBeAbleTo("manageTenants")],
    children: [usersRoutes(paths.admin.users), usersRoutes(paths.admin.vendorArea(":vid").users)],
  },
  {
    middleware: [mustBe(isVendorManager)],
    children: [usersRoutes(paths.admin.vendorArea().users)],
  },
];

function pathsOf(pages: RouteObject[]): string[] {
  return pages.flatMap(({ path, children }) => [
    ...(path === undefined ? [] : [path]),
    ...pathsOf(children ?? []),
  ]);
}

const adminHandle: AdminHandle & PrivacyHandle = { isPrivate: true, pages: pathsOf(adminRoutes) };

/** The kit in all its states: for people who build pages, and for the accessibility check. */
const workshopRoutes: RouteObject[] =
  import.meta.env.DEV || import.meta.env.VITE_STYLEGUIDE === "1"
    ? [
        {
          path: paths.styleguide(),
          lazy: async () => ({
            Component: (await import("@/areas/dev/styleguide/StyleguidePage")).StyleguidePage,
          }),
        },
      ]
    : [];

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RootErrorPage,
    HydrateFallback: PageLoading,
    children: [
      {
        Component: PublicLayout,
        children: publicRoutes,
      },
      { path: paths.admin.home(), middleware: [leadOn] },
      {
        middleware: [mustBeAbleTo("enterAdmin")],
        handle: adminHandle,
        lazy: async () => ({ Component: (await import("@/areas/admin/shell/AdminLayout")).AdminLayout }),
        children: adminRoutes,
      },
      ...workshopRoutes,
      { path: "*", loader: () => redirect(paths.home()) },
    ],
  },
];
