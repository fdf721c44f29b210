// What a page needs is read by the router, at the same time as the page's code comes.
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { LoaderFunction, Params, RouteObject, ShouldRevalidateFunction } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { inTime } from "@/lib/missingCode";

/** A query, of whatever it reads. */
type Wanted = { queryKey: QueryKey };

/** Where somebody goes to. */
interface Place {
  params: Params;
  search: URLSearchParams;
}

export interface Readings {
  /** What the page can't do without. It is read while its code comes, and the page stands once both are there. */
  needs?: (place: Place) => readonly Wanted[] | Promise<readonly Wanted[]>;
  /** What the page shows a placeholder for, or can do without: asked for at the same time, and not waited for. */
  starts?: (place: Place) => readonly Wanted[] | Promise<readonly Wanted[]>;
}

function ensure(client: QueryClient, query: Wanted): Promise<unknown> {
  // Whatever was read before will do: where that is old, the page asks again once it stands.
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
    // Some queries come with code of their own.
    const needed = (await inTime(Promise.resolve(needs?.(place)))) ?? [];
    await Promise.all(needed.map((query) => ensure(client, query)));
    return null;
  };
}

/** Whoever only changes the filter of a page is on it already: from there on it asks by itself. */
const isOtherPage: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname !== nextUrl.pathname || (currentUrl.href === nextUrl.href && defaultShouldRevalidate);

/** What a route has of it that reads something. */
export function loading(readings: Readings): Pick<RouteObject, "loader" | "shouldRevalidate"> {
  const readsAnything = readings.needs ?? readings.starts;
  return readsAnything ? { loader: loaderOf(readings), shouldRevalidate: isOtherPage } : {};
}
