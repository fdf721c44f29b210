import { brand } from "@/brands/current";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { formatPercent } from "@/lib/money";
import { amountsOf } from "@/lib/cardAmounts";
import { PicturePlate } from "@/features/catalogue/PicturePlate";
import { shopColours } from "@/features/catalogue/shopColours";
import { FROM_LIST } from "@/shared/page/BackLink";
import { Icon } from "@/ui/Icon";
import { LinkButton } from "@/ui/LinkButton";
import { PriceTags } from "./PriceTags";

interface ShopfrontProps {
  vendor: PublicVendor;
  to: string;
}

/** A shop in the list: its sign, what it sells cards for, and the door. */
export function Shopfront({ vendor, to }: ShopfrontProps) {
  const { displayName, logoPath, hue, value: category, address, amount, charityRate } = vendor;
  const amounts = amountsOf(amount);
  const place = [category, address.city].filter(Boolean).join("\u00a0· ");
  return (
    <article className="shopfront" style={shopColours(displayName, hue)}>
      <div className="shopfront-sign">
        <PicturePlate kind="vendor" name={displayName} logoPath={logoPath} hue={hue} sizes="112px" />
        <div className="min-w-0">
          <h2 className="text-xl leading-tight wrap-anywhere">{displayName}</h2>
          <p className="mt-1 text-ink-soft">{place}</p>
          {brand.hasCharities && (
            <p className="gives mt-2 text-sm">
              <Icon name="heart" size={16} />
              {m.shop_gives({ percent: formatPercent(charityRate) })}
            </p>
          )}
        </div>
      </div>
      <div className="shopfront-counter">
        {amounts.length > 0 ? (
          <PriceTags amounts={amounts} />
        ) : (
          <p className="text-sm text-ink-soft">{m.shop_no_amounts()}</p>
        )}
        <LinkButton
          to={to}
          state={FROM_LIST}
          aria-label={m.shop_select_named({ name: displayName })}
          className="stretched"
        >
          {m.shop_select()}
        </LinkButton>
      </div>
    </article>
  );
}
