import type { ComponentType } from "react";
import type { RouteObject } from "react-router";
import { loadCode } from "@/lib/missingCode";
import { LatePageError } from "@/shared/page/LateErrorPage";
import { loading, type Readings } from "@/shared/page/loading";

interface PageOptions extends Readings {
  children?: RouteObject[];
}

/**
 * The route of a page, under the name by which its file exports it. Its code is fetched when somebody goes there. Without a path
 * it has the addresses of its children, and stays while one of them follows another.
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
    // Comes with the code: where that is missing the route above says so, since the router would show nothing of this one.
    lazy: async () => ({ Component: (await loadCode(load))[name], ErrorBoundary: LatePageError }),
  };
}
