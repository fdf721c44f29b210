import { useQuery, type DefaultError, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";

/** What the page's route has read before the page came. It stays as it was when it can't be read again. */
export function useLoaded<Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, DefaultError, Data, Key>,
): Data {
  const { data } = useQuery(query);
  if (data === undefined)
    throw new Error(`The page's route doesn't say that it needs ${JSON.stringify(query.queryKey)}`);
  return data;
}
