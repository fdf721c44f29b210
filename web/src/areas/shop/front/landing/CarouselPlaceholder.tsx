import { Skeleton, SkeletonGroup } from "@/ui/layout/Skeleton";

const TILES = 9;

/** Placeholder as high as the first page of a carousel with its dots and figures. */
export function CarouselPlaceholder() {
  return (
    <>
      <SkeletonGroup className="grid grid-cols-3 gap-3 p-1 sm:gap-4">
        {Array.from({ length: TILES }, (_, index) => (
          <Skeleton key={index} className="aspect-square rounded-card md:aspect-[4/3] lg:aspect-[8/5]" />
        ))}
      </SkeletonGroup>
      <div className="min-h-31" />
    </>
  );
}
