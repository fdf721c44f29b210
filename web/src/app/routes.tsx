// Routes of the app. Each page is a chunk of its own, loaded on navigation. Routes beyond the first pages are split by
// audience, so that visitors load only their own: shopRoutes.tsx, accountRoutes.tsx, consumerRoutes.tsx, doorRoutes.tsx,
// adminRoutes.tsx, staffRoutes.tsx.
import { matchRoutes, redirect, type PatchRoutesOnNavigationFunction, type RouteObject } from "react-router";
import type { LegalTextName } from "@/areas/shop/legal/texts";
import { PublicLayout } from "@/areas/shop/shell/PublicLayout";
import { componentOf, loadCode } from "@/lib/missingCode";
import { isAtAccount, isAtCounter, isAtDoor, isAtWallet, isInAdmin, paths } from "@/paths";
import { PageError } from "@/shared/page/PageError";
import { PageLoading } from "@/shared/page/PageLoading";
import { Root } from "@/shared/page/Root";
import { RootErrorPage } from "@/shared/page/RootErrorPage";

function legalPage(name: LegalTextName) {
  return () => loadCode(async () => (await import("@/areas/shop/legal/LegalPage")).loadLegalPage(name));
}

const publicRoutes: RouteObject[] = [
  {
    path: paths.home(),
    lazy: componentOf(() => import("@/areas/shop/landing/LandingPage"), "LandingPage"),
  },
  { path: paths.about(), lazy: legalPage("about") },
  { path: paths.privacyPolicy(), lazy: legalPage("privacy-policy") },
  { path: paths.eula(), lazy: legalPage("eula") },
  { path: paths.termsOfUse(), lazy: legalPage("terms-of-use") },
  { path: paths.shippingPolicy(), lazy: legalPage("shipping-policy") },
  { path: paths.refundPolicy(), lazy: legalPage("refund-policy") },
];

/** The style guide, for developers and for the accessibility check. */
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

/** Ids of the root layout and of the public layout. */
const ROOT = "root";
const PUBLIC = "public";

export const routes: RouteObject[] = [
  {
    id: ROOT,
    Component: Root,
    ErrorBoundary: RootErrorPage,
    HydrateFallback: PageLoading,
    children: [
      {
        Component: PublicLayout,
        children: [{ id: PUBLIC, ErrorBoundary: PageError, children: publicRoutes }],
      },
      ...workshopRoutes,
      { path: "*", loader: () => redirect(paths.home()) },
    ],
  },
];

/** Loads the routes of a public path. Unknown paths count as the shop's, whose routes redirect them home. */
async function visitorMap(path: string): Promise<RouteObject[]> {
  if (isAtAccount(path)) return (await loadCode(() => import("@/app/accountRoutes"))).accountRoutes;
  if (isAtWallet(path)) return (await loadCode(() => import("@/app/consumerRoutes"))).consumerRoutes;
  return (await loadCode(() => import("@/app/shopRoutes"))).shopRoutes;
}

/** Loads the routes of an area on the first visit. */
export const discoverRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (isAtDoor(path)) {
    patch(ROOT, (await loadCode(() => import("@/app/doorRoutes"))).doorRoutes);
  } else if (isInAdmin(path)) {
    patch(ROOT, (await loadCode(() => import("@/app/adminRoutes"))).adminRoutes);
  } else if (isAtCounter(path)) {
    patch(ROOT, (await loadCode(() => import("@/app/staffRoutes"))).staffRoutes);
  } else if (!matchRoutes(publicRoutes, path)) {
    patch(PUBLIC, await visitorMap(path));
  }
};
