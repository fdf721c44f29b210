import type { RouteObject } from "react-router";
import type { Frame } from "./frame";
import type { MenuEntry, Screen } from "./screen";

/** Routes of an area, by what is around them. */
export interface AreaRoutes {
  /** Within the shop's header and footer. */
  inShop: RouteObject[];
  /** With a layout of their own. */
  alone: RouteObject[];
}

interface Collected {
  routes: AreaRoutes;
  menu: readonly MenuEntry[];
}

/** Puts screens into their frames. */
function routesOf(screens: readonly Screen[]): AreaRoutes {
  const routes: AreaRoutes = { inShop: [], alone: [] };
  const contents = new Map<Frame, RouteObject[]>();
  const contentOf = (frame: Frame | undefined): RouteObject[] => {
    if (!frame) return routes.inShop;
    const known = contents.get(frame);
    if (known) return known;
    const children: RouteObject[] = [];
    contents.set(frame, children);
    const around = frame.parent ? contentOf(frame.parent) : frame.isAlone ? routes.alone : routes.inShop;
    around.push({ ...frame.route, children } as RouteObject);
    return children;
  };
  for (const { frame, route } of screens) contentOf(frame).push(route);
  return routes;
}

/** Collects the screens of the `route.ts` files that a glob has found. */
export function collectScreens(found: Record<string, readonly Screen[]>): Collected {
  const screens = Object.values(found).flat();
  const menu = screens.flatMap((screen) => screen.menu).toSorted((a, b) => a.position - b.position);
  return { routes: routesOf(screens), menu };
}
