import type { UseQueryResult } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { CarouselPlaceholder } from "./CarouselPlaceholder";
import type { LogoCarouselProps, ShownLogo } from "./LogoCarousel";

const LogoCarousel = lazyPiece(async () => (await import("./LogoCarousel")).LogoCarousel);

type LogoShowProps = Omit<LogoCarouselProps, "items"> & {
  query: UseQueryResult<{ items: ShownLogo[] }>;
  /** Shown if there are no logos. */
  empty: ReactNode;
};

/** Root margin: 600 px below the viewport, and any distance above it. */
const NEAR = "1000000px 0px 600px";

/** Loads the carousel once it has data and is near the viewport; until then a placeholder reserves its space. */
export function LogoShow({ query, empty, ...carousel }: LogoShowProps) {
  const { data, isLoadingError } = query;
  const place = useRef<HTMLDivElement>(null);
  // On return to the page the data is cached, so the page has its full height at once.
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
  // On an error, show nothing: the text beside it still links to the lists.
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
