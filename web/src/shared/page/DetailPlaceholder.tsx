import { Skeleton, SkeletonGroup, SkeletonText } from "@/ui/Skeleton";

/** A sidebar and a list, before they are known. */
export function DetailPlaceholder() {
  return (
    <SkeletonGroup className="page detail-page">
      <div className="detail-side">
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
