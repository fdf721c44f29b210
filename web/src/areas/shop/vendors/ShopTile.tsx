import { brand } from "@/brands/current";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { getLocale, m } from "@/i18n";
import { formatPercent } from "@/lib/money";
import { amountsOf, priceRangeOf } from "@/lib/cardAmounts";
import { inLanguage } from "@/lib/inLanguage";
import { GiftCard } from "@/features/card/GiftCard";
import { cardShop } from "@/features/catalogue/cardShop";
import { FROM_LIST } from "@/shared/page/BackLink";
import { Icon } from "@/ui/Icon";
import { LinkButton } from "@/ui/form/LinkButton";

interface ShopTileProps {
  vendor: PublicVendor;
  to: string;
}

/** Formats the distance in kilometres. Only postal areas have coordinates, so 0 means the same area. */
function shownDistance(distance: number): string {
  return distance === 0
    ? m.shop_distance_none()
    : m.shop_distance({ distance: distance.toLocaleString(getLocale()) });
}

/** Tile of a shop in a list. The whole tile is a link. */
export function ShopTile({ vendor, to }: ShopTileProps) {
  const { displayName, value: category, address, charityRate, distance, products } = vendor;
  const amounts = amountsOf(vendor.amount);
  return (
    <article className="relative grid h-full content-start gap-1 rounded-card [&_.gift-card]:[transition:translate_200ms_var(--ease-out)] hover:[&_.gift-card]:translate-y-[-5px]">
      <GiftCard
        shop={cardShop(vendor)}
        amount={amounts.length === 0 ? [] : priceRangeOf(vendor)}
        size="small"
      />
      {/* The card already shows the name. */}
      <h2 className={products ? "sr-only" : "mt-3 text-md leading-[1.2] wrap-anywhere"}>{displayName}</h2>
      {products && <p className="mt-3 line-clamp-1 text-md leading-[1.2] font-semibold">{products}</p>}
      <p className="text-sm/[1.35] text-ink-soft">
        {category && <span className="block">{inLanguage(category, vendor.frenchValue)}</span>}
        {address.city}
        {distance !== null && ` · ${shownDistance(distance)}`}
      </p>
      {amounts.length === 0 ? (
        <p className="text-sm text-ink-soft">{m.shop_no_amounts()}</p>
      ) : (
        brand.hasCharities && (
          <p className="flex items-center gap-2 text-sm font-[650] text-accent">
            <Icon name="heart" size={16} className="fill-current stroke-none" />
            {m.shop_gives({ percent: formatPercent(charityRate) })}
          </p>
        )
      )}
      <LinkButton
        to={to}
        state={FROM_LIST}
        variant="quiet"
        aria-label={m.shop_select_named({ name: displayName })}
        className="stretched mt-1 justify-self-start"
      >
        {m.shop_select()}
      </LinkButton>
    </article>
  );
}
