import { lazy, Suspense, type ComponentProps } from "react";
import { Skeleton, SkeletonGroup } from "@/ui/Skeleton";

const LogoCarousel = lazy(async () => ({ default: (await import("./LogoCarousel")).LogoCarousel }));

/** The carousel comes with the first logos; until then nine tiles keep its place. */
export function LazyLogoCarousel(props: ComponentProps<typeof LogoCarousel>) {
  const tiles = (
    <SkeletonGroup className="grid grid-cols-3 gap-3 p-1 sm:gap-4">
      {Array.from({ length: 9 }, (_, index) => (
        <Skeleton key={index} className="aspect-4/3 rounded-card" />
      ))}
    </SkeletonGroup>
  );
  return (
    <Suspense fallback={tiles}>
      <LogoCarousel {...props} />
    </Suspense>
  );
}
