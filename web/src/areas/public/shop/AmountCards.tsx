import { Link } from "react-router";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { GiftCard, type GiftCardProps } from "@/features/card/GiftCard";
import { amountsOf } from "@/lib/cardAmounts";
import { cardShop } from "@/features/catalogue/cardShop";
import { EmptyState } from "@/ui/EmptyState";

interface AmountCardsProps {
  vendor: PublicVendor;
  /** What the cards are for, on their ribbon. */
  cause?: GiftCardProps["cause"];
  /** Where one is bought; without it, as a card that is the shop's alone. */
  pathOf?: ((amount: number) => string) | undefined;
}

/** One card for each amount that the shop sells; it opens the page where it is bought. */
export function AmountCards({ vendor, cause, pathOf }: AmountCardsProps) {
  const amounts = amountsOf(vendor.amount);
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
          <Link
            to={pathOf?.(amount) ?? paths.localCard(vendor.id, String(amount))}
            className="block rounded-card [transition:translate_250ms_var(--ease-out)] hover:translate-y-[-5px]"
          >
            <GiftCard shop={cardShop(vendor)} amount={amount} cause={cause} isTilting />
          </Link>
        </li>
      ))}
    </ul>
  );
}
