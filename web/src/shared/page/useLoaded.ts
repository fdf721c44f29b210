import { useQuery, type DefaultError, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";

/** Returns the data that the route's loader has read. Keeps it if refetching fails. */
export function useLoaded<Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, DefaultError, Data, Key>,
): Data {
  const { data } = useQuery(query);
  if (data === undefined)
    throw new Error(`The page's route doesn't say that it needs ${JSON.stringify(query.queryKey)}`);
  return data;
}
