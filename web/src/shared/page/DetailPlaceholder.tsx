import { Skeleton, SkeletonGroup, SkeletonText } from "@/ui/layout/Skeleton";

/** Class names of a page with a sidebar and a list. */
export const detailPage = "page grid gap-x-12 gap-y-8 pt-10 pb-8 lg:grid-cols-[340px_minmax(0,1fr)]";

/** Placeholder for a page with a sidebar and a list. */
export function DetailPlaceholder() {
  return (
    <SkeletonGroup className={detailPage}>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="mt-4 h-80 rounded-panel" />
      </div>
      <div className="grid content-start gap-6">
        <Skeleton className="h-12 w-80 max-w-full" />
        <SkeletonText />
        <Skeleton className="h-36 rounded-panel" />
        <Skeleton className="h-36 rounded-panel" />
      </div>
    </SkeletonGroup>
  );
}
