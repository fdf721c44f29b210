import { matchRoutes, type RouteObject } from "react-router";
import { expect, it } from "vitest";
import { accountRoutes } from "@/app/accountRoutes";
import { adminRoutes } from "@/app/adminRoutes";
import { consumerRoutes } from "@/app/consumerRoutes";
import { doorRoutes } from "@/app/doorRoutes";
import { discoverRoutes } from "@/app/routes";
import { shopRoutes } from "@/app/shopRoutes";
import { staffRoutes } from "@/app/staffRoutes";

/** Returns the paths of all pages of a route tree. */
function pathsOf(routes: RouteObject[]): string[] {
  return routes.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...pathsOf(children)]);
}

/** Returns the routes that are loaded for a path. */
async function discovered(path: string): Promise<RouteObject[]> {
  const found: RouteObject[] = [];
  const patch = (_parent: string | null, routes: RouteObject[]) => found.push(...routes);
  const { signal } = new AbortController();
  await discoverRoutes({ path, patch, signal, matches: [], fetcherKey: undefined });
  return found;
}

const maps = { shopRoutes, accountRoutes, consumerRoutes, doorRoutes, adminRoutes, staffRoutes };

it.each(Object.entries(maps))(
  "discoverRoutes: loads the routes of a path in %s from there",
  async (_name, map) => {
    const known = pathsOf(map);
    expect(known.length).toBeGreaterThan(2);
    const answers = await Promise.all(
      known.map(async (path) => [path, matchRoutes(await discovered(path), path)] as const),
    );
    expect(answers.filter(([, matches]) => !matches).map(([path]) => path)).toEqual([]);
  },
);
