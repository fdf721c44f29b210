// Route loaders that read a page's data while its code is loading.
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { LoaderFunction, Params, RouteObject, ShouldRevalidateFunction } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { inTime } from "@/lib/missingCode";

/** A query of any type. */
export type Wanted = { queryKey: QueryKey };

/** Target of a navigation. */
export interface Destination {
  params: Params;
  search: URLSearchParams;
}

export interface Readings {
  /**
   * Queries that the page can't do without. The page is shown once they and its code have arrived.
   */
  needs?: (place: Destination) => readonly Wanted[] | Promise<readonly Wanted[]>;
  /**
   * Queries that start at the same time but are not awaited: the page shows placeholders for them.
   */
  starts?: (place: Destination) => readonly Wanted[] | Promise<readonly Wanted[]>;
}

function ensure(client: QueryClient, query: Wanted): Promise<unknown> {
  // Accept cached data of any age: the page refetches old data once it is mounted.
  const asked = { ...query, staleTime: "static" } as never;
  return "initialPageParam" in query ? client.infiniteQuery(asked) : client.query(asked);
}

function loaderOf({ needs, starts }: Readings): LoaderFunction {
  return async ({ params, request, context }) => {
    const client = context.get(queryClientContext);
    const place = { params: params as Params, search: new URL(request.url).searchParams };
    const starting = async () => {
      for (const query of (await starts?.(place)) ?? []) ensure(client, query).catch(() => undefined);
    };
    void starting().catch(() => undefined);
    // Some queries are in code that is loaded on demand.
    const needed = (await inTime(Promise.resolve(needs?.(place)))) ?? [];
    await Promise.all(needed.map((query) => ensure(client, query)));
    return null;
  };
}

/** Skips the loader when only the filters change: the mounted page fetches by itself. */
const isOtherPage: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname !== nextUrl.pathname || (currentUrl.href === nextUrl.href && defaultShouldRevalidate);

/** Returns the route's properties for reading its data. */
export function loading(readings: Readings): Pick<RouteObject, "loader" | "shouldRevalidate"> {
  const readsAnything = readings.needs ?? readings.starts;
  return readsAnything ? { loader: loaderOf(readings), shouldRevalidate: isOtherPage } : {};
}
