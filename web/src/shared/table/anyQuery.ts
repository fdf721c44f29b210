import type { QueryKey, UseQueryOptions } from "@tanstack/react-query";

/**
 * A query typed only by its data, because `queryOptions` gives each query a key type of its own.
 */
export interface AnyQuery<Data> {
  queryKey: QueryKey;
  queryFn?: ((context: never) => Data | Promise<Data>) | symbol | undefined;
  placeholderData?: unknown;
  staleTime?: unknown;
  enabled?: unknown;
}

export function asQuery<Data>(query: AnyQuery<Data>): UseQueryOptions<Data> & { queryKey: QueryKey } {
  return query as UseQueryOptions<Data> & { queryKey: QueryKey };
}
