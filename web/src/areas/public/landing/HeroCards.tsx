import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { charitiesOnShow, vendorsInHero, vendorsOnShow } from "@/api/queries/onShow";
import { brand } from "@/brands/current";
import { BrandCard } from "@/features/card/BrandCard";
import { useChosenRegionId } from "@/session/region";
import { lazyPiece } from "@/ui/lazyPiece";

const LiveCards = lazyPiece(async () => (await import("./LiveCards")).LiveCards);

/** Cards of shops that there are. Until they are here, and where there are none, a card of the brand's keeps their place. */
export function HeroCards() {
  const regionId = useChosenRegionId();
  // What the page reads anyway, or a page of shops.
  const shopsQuery = brand.hasCharities ? vendorsOnShow(regionId) : vendorsInHero(regionId);
  const { data: shops } = useQuery(shopsQuery);
  const { data: causes } = useQuery({ ...charitiesOnShow(regionId), enabled: brand.hasCharities });
  const placeholder = (
    <div className="hero-cards">
      <BrandCard className="hero-card-1" />
    </div>
  );
  if (!shops?.items.length || (brand.hasCharities && !causes)) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <LiveCards shops={shops.items} causes={causes?.items ?? []} />
    </Suspense>
  );
}
