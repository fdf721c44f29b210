import type { ComponentType } from "react";
import type { RouteObject } from "react-router";
import { loadCode } from "@/lib/missingCode";
import { loading, type Readings } from "@/shared/page/loading";
import { PageError } from "@/shared/page/PageError";

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
    // The error boundary comes with the page. If the page's code is missing, the parent route shows the error, because the
    // router would render nothing here.
    lazy: async () => ({ Component: (await loadCode(load))[name], ErrorBoundary: PageError }),
  };
}
