import type { ReactNode } from "react";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { InfiniteList } from "@/shared/page/InfiniteList";
import { SkeletonCard } from "@/ui/layout/Skeleton";
import { ShopTile } from "./ShopTile";

/** Grid of shop tiles. */
export const shopTiles =
  "grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-[repeat(auto-fill,minmax(max(160px,22%),1fr))] sm:gap-x-7 sm:gap-y-10";

interface VendorRowsProps {
  query: UseInfiniteQueryResult<InfiniteData<{ items: PublicVendor[]; totalItems: number }>>;
  /** Returns the target of the Select link. */
  pathOf: (id: string) => string;
  empty: ReactNode;
}

/** Placeholder as high as a tile with a one-line name, so that content below the list doesn't move. */
function TilePlaceholder() {
  return (
    <div className={brand.hasCharities ? "pb-18" : "pb-12"}>
      <SkeletonCard />
    </div>
  );
}

/** List of shops, each shown as a card. */
export function VendorRows({ query, pathOf, empty }: VendorRowsProps) {
  return (
    <InfiniteList
      query={query}
      label={m.shop_vendors_title()}
      itemKey={({ id }) => id}
      countLabel={(count) => m.shop_count({ count })}
      empty={empty}
      className={shopTiles}
      placeholder={<TilePlaceholder />}
    >
      {(vendor) => <ShopTile vendor={vendor} to={pathOf(vendor.id)} />}
    </InfiniteList>
  );
}
