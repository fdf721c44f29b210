import type { ComponentType } from "react";
import type { RouteObject } from "react-router";
import { loadCode } from "@/lib/missingCode";
import { LatePageError } from "@/shared/page/LateErrorPage";
import { loading, type Readings } from "@/shared/page/loading";

interface PageOptions extends Readings {
  children?: RouteObject[];
}

/**
 * Returns the route of a page by the name of its export. The page's code loads on navigation. Without a path, the page is
 * mounted for all paths of its children.
 */
export function page<Name extends string>(
  path: string | undefined,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  options: PageOptions = {},
): RouteObject {
  const { children = [], ...readings } = options;
  return {
    ...(path !== undefined && { path }),
    children,
    ...loading(readings),
    // The error boundary loads with the page. If that code is missing, the parent route shows the error, because the router
    // would render nothing here.
    lazy: async () => ({ Component: (await loadCode(load))[name], ErrorBoundary: LatePageError }),
  };
}
