import { Skeleton, SkeletonGroup } from "@/ui/Skeleton";

const TILES = 8;

export function CategoryTilesPlaceholder() {
  return (
    <SkeletonGroup className="category-tiles">
      {Array.from({ length: TILES }, (_, index) => (
        <Skeleton key={index} className="aspect-4/5 rounded-card" />
      ))}
    </SkeletonGroup>
  );
}
