import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { cx } from "@/ui/cx";
import { EmptyState } from "@/ui/layout/EmptyState";
import { SkeletonGroup } from "@/ui/layout/Skeleton";
import { RetryScene } from "./RetryScene";
import { useSentinel } from "./useSentinel";

interface PageOf<Item> {
  items: Item[];
  totalItems: number;
}

interface InfiniteListProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<PageOf<Item>>>;
  label: string;
  itemKey: (item: Item) => string;
  children: (item: Item) => ReactNode;
  /** Formats the number of results. */
  countLabel: (total: number) => string;
  /** Placeholder in the shape of one item. */
  placeholder: ReactNode;
  /** Content for an empty list. */
  empty: ReactNode;
  /** Class names of the list and its placeholders. */
  className?: string | undefined;
}

/** Number of placeholders before the first page arrives. */
const FIRST_SHAPES = 6;

/** A list that loads its next page when its end comes into view. */
export function InfiniteList<Item>({
  query,
  label,
  itemKey,
  children,
  countLabel,
  placeholder,
  empty,
  className,
}: InfiniteListProps<Item>) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = query;
  const isGrowing = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isPlaceholderData;
  const total = data?.pages[0]?.totalItems ?? 0;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const sentinel = useSentinel<HTMLLIElement>(
    isGrowing ? items.length : undefined,
    () => void query.fetchNextPage(),
  );
  // One placeholder for each item to come, so that nothing moves when the items arrive.
  const pageSize = data?.pages[0]?.items.length ?? FIRST_SHAPES;
  const missing = hasNextPage && !isFetchNextPageError ? Math.min(pageSize, total - items.length) : 0;

  if (query.isLoadingError) return <RetryScene error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <p role="status" className="mb-4 min-h-6 text-sm text-ink-soft">
        {total > 0 && countLabel(total)}
      </p>
      {query.isPending && (
        <SkeletonGroup className={className}>
          {Array.from({ length: FIRST_SHAPES }, (_, place) => (
            <div key={place}>{placeholder}</div>
          ))}
        </SkeletonGroup>
      )}
      {data && total === 0 && (
        <EmptyState scene="nothing-found" title={m.catalogue_no_data()} isReasonLarge>
          {empty}
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul
          aria-label={label}
          aria-busy={isFetchingNextPage || isPlaceholderData}
          className={cx(className, "transition-opacity", isPlaceholderData && "opacity-60")}
        >
          {items.map((item) => (
            <li key={itemKey(item)}>{children(item)}</li>
          ))}
          {Array.from({ length: missing }, (_, index) => (
            <li
              key={`place ${items.length + index}`}
              ref={index === 0 ? sentinel : undefined}
              aria-hidden="true"
              className="[overflow-anchor:none]"
            >
              {placeholder}
            </li>
          ))}
        </ul>
      )}
      {isFetchingNextPage && (
        <p role="status" className="sr-only">
          {m.kit_loading()}
        </p>
      )}
      {isFetchNextPageError && (
        <div className="mt-6 text-center">
          <Button onClick={() => void query.fetchNextPage()}>{m.catalogue_retry()}</Button>
        </div>
      )}
    </>
  );
}
