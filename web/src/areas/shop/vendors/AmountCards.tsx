import { Link } from "react-router";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { OTHER_AMOUNT, paths } from "@/paths";
import { GiftCard, type GiftCardProps } from "@/features/card/GiftCard";
import { amountsOf, customAmountsOf } from "@/lib/cardAmounts";
import { formatPriceRange } from "@/lib/money";
import { cardShop } from "@/features/catalogue/cardShop";
import { EmptyState } from "@/ui/layout/EmptyState";

interface AmountCardsProps {
  vendor: PublicVendor;
  /** Cause on the ribbon of the cards. */
  cause?: GiftCardProps["cause"];
  /** Returns the path of the purchase page. By default, that of a card without a cause. */
  pathOf?: ((amount: number | typeof OTHER_AMOUNT) => string) | undefined;
}

const tile = "block rounded-card [transition:translate_250ms_var(--ease-out)] hover:translate-y-[-5px]";

/** A card for each amount that the shop sells, and one for custom amounts. Each opens its purchase page. */
export function AmountCards({ vendor, cause, pathOf }: AmountCardsProps) {
  const amounts = amountsOf(vendor.amount);
  const custom = customAmountsOf(vendor.customAmount);
  const to = (amount: number | typeof OTHER_AMOUNT) =>
    pathOf?.(amount) ?? paths.localCard(vendor.id, String(amount));
  if (amounts.length === 0) {
    return (
      <EmptyState scene="moving-in" title={m.shop_no_amounts()}>
        {m.shop_no_amounts_text()}
      </EmptyState>
    );
  }
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))] gap-8">
      {amounts.map((amount) => (
        <li key={amount}>
          <Link to={to(amount)} className={tile}>
            <GiftCard shop={cardShop(vendor)} amount={amount} cause={cause} isTilting />
          </Link>
        </li>
      ))}
      {custom && (
        <li>
          <Link to={to(OTHER_AMOUNT)} className={tile}>
            {/* The limits are too long for the front of a large card. */}
            <GiftCard shop={cardShop(vendor)} amount={undefined} cause={cause} isTilting />
            <span className="mt-3 block font-semibold">
              {m.shop_other_amount_within({ range: formatPriceRange([custom.from, custom.to]) })}
            </span>
          </Link>
        </li>
      )}
    </ul>
  );
}
