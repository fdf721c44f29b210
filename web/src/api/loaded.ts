// One query object for a route's loader and its page: the loader waits for it, the page only takes it.
import {
  useQuery,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from "@tanstack/react-query";

type Query<Data, Key extends QueryKey> = UseQueryOptions<Data, Error, Data, Key>;

/** For a loader: what the query answers, from the cache when it is there. */
export function load<Data, Key extends QueryKey>(
  client: QueryClient,
  query: Query<Data, Key> & { queryKey: Key },
): Promise<Data> {
  return client.ensureQueryData(query);
}

/** For a page: the data is there from the first render on. A page whose loader forgot the query is told so at once. */
export function useLoaded<Data, Key extends QueryKey>(
  query: Query<Data, Key>,
): UseQueryResult<Data> & { data: Data } {
  const result = useQuery(query);
  if (result.data === undefined) {
    throw new Error(`The route's loader must load ${JSON.stringify(query.queryKey)} before its page shows.`);
  }
  return { ...result, data: result.data } as UseQueryResult<Data> & { data: Data };
}
