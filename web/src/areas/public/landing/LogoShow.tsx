import type { UseQueryResult } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { lazyPiece } from "@/ui/lazyPiece";
import { CarouselPlaceholder } from "./CarouselPlaceholder";
import type { LogoCarouselProps, ShownLogo } from "./LogoCarousel";

const LogoCarousel = lazyPiece(async () => (await import("./LogoCarousel")).LogoCarousel);

type LogoShowProps = Omit<LogoCarouselProps, "items"> & {
  query: UseQueryResult<{ items: ShownLogo[] }>;
  /** What to say while there is nobody to show. */
  empty: ReactNode;
};

/** Less than a window below what is seen, and any way above it. */
const NEAR = "1000000px 0px 600px";

/** The carousel comes with the first logos, once somebody nears it; until then tiles keep its place. */
export function LogoShow({ query, empty, ...carousel }: LogoShowProps) {
  const { data, isLoadingError } = query;
  const place = useRef<HTMLDivElement>(null);
  // Whoever comes back to the page finds it as high as it was.
  const [isNear, setIsNear] = useState(data !== undefined);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) setIsNear(true);
      },
      { rootMargin: NEAR },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  // The words beside it lead on without it.
  if (isLoadingError) return null;
  if (data?.items.length === 0) return empty;
  if (!data || !isNear) {
    return (
      <div ref={place}>
        <CarouselPlaceholder />
      </div>
    );
  }
  return (
    <Suspense fallback={<CarouselPlaceholder />}>
      <LogoCarousel {...carousel} items={data.items} />
    </Suspense>
  );
}
