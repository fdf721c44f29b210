import type { UseQueryResult } from "@tanstack/react-query";
import { Suspense, type ReactNode } from "react";
import { lazyPiece } from "@/ui/lazyPiece";
import { CarouselPlaceholder } from "./CarouselPlaceholder";
import type { LogoCarouselProps, ShownLogo } from "./LogoCarousel";

const LogoCarousel = lazyPiece(async () => (await import("./LogoCarousel")).LogoCarousel);

type LogoShowProps = Omit<LogoCarouselProps, "items"> & {
  query: UseQueryResult<{ items: ShownLogo[] }>;
  /** What to say while there is nobody to show. */
  empty: ReactNode;
};

/** The carousel comes with the first logos; until then tiles keep its place. */
export function LogoShow({ query, empty, ...carousel }: LogoShowProps) {
  const { data, isLoadingError } = query;
  // The words beside it lead on without it.
  if (isLoadingError) return null;
  if (!data) return <CarouselPlaceholder />;
  if (data.items.length === 0) return empty;
  return (
    <Suspense fallback={<CarouselPlaceholder />}>
      <LogoCarousel {...carousel} items={data.items} />
    </Suspense>
  );
}
