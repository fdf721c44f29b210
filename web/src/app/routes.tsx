// Routes of the app. A screen is a folder with a `route.ts`, which its area collects. The routes of an area load with the
// first visit to one of its screens, so that visitors load only their own; each page is a chunk of its own.
import { matchRoutes, redirect, type PatchRoutesOnNavigationFunction, type RouteObject } from "react-router";
import { PublicLayout } from "@/areas/shop/shell/PublicLayout";
import { loadCode } from "@/lib/missingCode";
import { areaOf, paths } from "@/paths";
import { collectScreens, type AreaRoutes } from "@/shared/page/collectScreens";
import { LateErrorPage, LatePageError } from "@/shared/page/LateErrorPage";
import { PageLoading } from "@/shared/page/PageLoading";
import { Root } from "@/shared/page/Root";
import type { Screen } from "@/shared/page/screen";

/** The first screens of a visitor. They are prerendered, so the browser must know them at once. */
const front = collectScreens(
  import.meta.glob<Screen[]>("../areas/shop/front/*/route.ts", { eager: true, import: "routes" }),
).routes;

const areas = {
  ...import.meta.glob<AreaRoutes>(["../areas/*/routes.ts", "!../areas/dev/**"], { import: "routes" }),
  // The style guide is no part of a release.
  ...(import.meta.env.DEV || import.meta.env.VITE_STYLEGUIDE === "1"
    ? import.meta.glob<AreaRoutes>("../areas/dev/routes.ts", { import: "routes" })
    : {}),
};

/** Ids of the root layout and of the shop's layout. */
const ROOT = "root";
const SHOP = "shop";

export const routes: RouteObject[] = [
  {
    id: ROOT,
    Component: Root,
    ErrorBoundary: LateErrorPage,
    HydrateFallback: PageLoading,
    children: [
      {
        Component: PublicLayout,
        children: [{ id: SHOP, ErrorBoundary: LatePageError, children: front.inShop }],
      },
      { path: "*", loader: () => redirect(paths.home()) },
    ],
  },
];

/** Loads the routes of an area on the first visit. */
export const discoverRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (matchRoutes(front.inShop, path)) return;
  const load = areas[`../areas/${areaOf(path)}/routes.ts`];
  if (!load) return;
  const { inShop, alone } = await loadCode(load);
  patch(SHOP, inShop);
  patch(ROOT, alone);
};
