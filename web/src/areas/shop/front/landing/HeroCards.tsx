import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { vendorsOnShow } from "@/api/queries/onShow";
import { BrandCard } from "@/features/card/BrandCard";
import { useChosenRegionId } from "@/session/region";
import { lazyPiece } from "@/ui/layout/lazyPiece";

const LiveCards = lazyPiece(async () => (await import("./LiveCards")).LiveCards);

/** Cards of real shops. Until they load, or if there are none, a card of the brand takes their place. */
export function HeroCards() {
  const { data: shops } = useQuery(vendorsOnShow(useChosenRegionId()));
  const placeholder = (
    <div className="hero-cards">
      <BrandCard className="hero-card-1" />
    </div>
  );
  if (!shops?.items.length) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <LiveCards shops={shops.items} />
    </Suspense>
  );
}
