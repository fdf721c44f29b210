import type { ComponentType } from "react";
import type { RouteObject } from "react-router";
import { loadCode } from "@/lib/missingCode";

/** The route of a page, under the name by which its file exports it. Its code is fetched when somebody goes there. */
export function page<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  children: RouteObject[] = [],
): RouteObject {
  return { path, children, lazy: async () => ({ Component: (await loadCode(load))[name] }) };
}
