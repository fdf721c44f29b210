import { matchRoutes, type RouteObject } from "react-router";
import { expect, it } from "vitest";
import { discoverRoutes } from "@/app/routes";
import { areaOf } from "@/paths";
import type { AreaRoutes } from "@/shared/page/collectScreens";

const areas = import.meta.glob<AreaRoutes>("../areas/*/routes.ts", { eager: true, import: "routes" });

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

it.each(Object.entries(areas))(
  "discoverRoutes: loads the routes of %s for each of its screens",
  async (file, { inShop, alone }) => {
    const known = pathsOf([...inShop, ...alone]);
    expect(known.length).toBeGreaterThan(0);
    const answers = await Promise.all(
      known.map(async (path) => [path, matchRoutes(await discovered(path), path)] as const),
    );
    expect(answers.filter(([, matches]) => !matches).map(([path]) => path)).toEqual([]);
    expect(known.filter((path) => areaOf(path) !== file.split("/")[2])).toEqual([]);
  },
);

it("discoverRoutes: loads nothing for the first pages and for an unknown address", async () => {
  expect(await discovered("/")).toEqual([]);
  expect(await discovered("/signpost")).toEqual([]);
});
