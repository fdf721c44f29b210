// Queries of infinite lists. A separate file, because few pages have one.
import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import type { AnswerOf, ReadArguments } from "@/api/client";
import { send, type Readable } from "@/api/reading";

interface Paged {
  pageIndex: number;
  totalPages: number;
}

type PagedPath = { [P in Readable]: AnswerOf<P> extends Paged ? P : never }[Readable];

/** Query for an infinite list. `onPage` can store records of each page in the cache. */
export function readingPages<P extends PagedPath>(
  path: P,
  given: NonNullable<ReadArguments<P>[0]>,
  onPage?: (page: AnswerOf<P>, client: QueryClient) => void,
) {
  const { query, ...others } = given as { query?: object };
  return infiniteQueryOptions({
    queryKey: [path, given, "pages"] as const,
    queryFn: async ({ pageParam, signal, client }): Promise<AnswerOf<P> & Paged> => {
      const page = await send("get", path, { ...others, query: { ...query, pageIndex: pageParam }, signal });
      onPage?.(page, client);
      return page;
    },
    initialPageParam: 1,
    getNextPageParam: ({ pageIndex, totalPages }) => (pageIndex < totalPages ? pageIndex + 1 : undefined),
  });
}
