import { Skeleton, SkeletonGroup } from "@/ui/layout/Skeleton";

const TILES = 8;

/** The column counts divide six, the initial number of tiles, so that no row has a gap. */
export const categoryTiles =
  "grid grid-cols-[repeat(2,1fr)] gap-4 md:grid-cols-[repeat(3,1fr)] md:gap-6 xl:grid-cols-[repeat(6,1fr)]";

export function CategoryTilesPlaceholder() {
  return (
    <SkeletonGroup className={categoryTiles}>
      {Array.from({ length: TILES }, (_, index) => (
        <Skeleton key={index} className="aspect-4/5 rounded-card" />
      ))}
    </SkeletonGroup>
  );
}
