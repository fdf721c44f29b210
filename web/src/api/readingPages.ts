// Lists that are read on and on, as queries: apart from other reading, because few pages have one.
import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import type { AnswerOf, ReadArguments } from "@/api/client";
import { send, type Readable } from "@/api/reading";

interface Paged {
  pageIndex: number;
  totalPages: number;
}

type PagedPath = { [P in Readable]: AnswerOf<P> extends Paged ? P : never }[Readable];

/** A list that is read on and on, a page after the other. Each page that comes may answer for more than itself. */
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
