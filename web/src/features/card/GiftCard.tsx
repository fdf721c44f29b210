import type { CSSProperties, ReactNode } from "react";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { formatPrice, formatPriceRange } from "@/lib/money";
import { CauseRibbon, type CardCause } from "./CauseRibbon";
import { Emblem } from "./Emblem";
import { cardPalette } from "./palette";
import { useTilt } from "./useTilt";

export interface CardShop {
  name: string;
  logoUrl?: string | undefined;
  /** Degrees of OKLCH, taken from the logo when it was uploaded. */
  hue: number;
}

export interface GiftCardProps {
  shop: CardShop;
  /** In dollars: the price in the shop, the balance in the wallet; several, ascending, or none while it is being chosen. */
  amount: number | readonly number[] | undefined;
  cause?: CardCause | undefined;
  /** `small` for lists and carts: the ribbon shows only its mark. */
  size?: "small" | "large" | undefined;
  isTilting?: boolean | undefined;
  className?: string | undefined;
}

interface CardBodyProps extends GiftCardProps {
  isTurned?: boolean | undefined;
  back?: ReactNode;
}

/** "$62.50"; a longer one is set smaller, to stay clear of what stands beside it. */
const LONGEST_LARGE_AMOUNT = 6;

type CardStyleVariables = CSSProperties & Record<`--card-${string}`, string>;

/** The card as an object, the same wherever it appears. It fills the width it is given. */
export function GiftCard({
  shop,
  amount,
  cause,
  size = "large",
  isTilting = false,
  className,
  isTurned = false,
  back,
}: CardBodyProps) {
  const tilt = useTilt(isTilting);
  const { from, to, tint, shade, ink, mark } = cardPalette(shop.hue, brand.cardStyle);
  const colours: CardStyleVariables = {
    "--card-from": from,
    "--card-to": to,
    "--card-tint": tint,
    "--card-shade": shade,
    "--card-ink": ink,
    "--card-mark": mark,
  };
  const shownAmount = typeof amount === "number" ? formatPrice(amount) : formatPriceRange(amount ?? []);
  const label = shownAmount
    ? m.kit_card_label({ shop: shop.name, amount: shownAmount })
    : m.kit_card_label_open({ shop: shop.name });

  return (
    <div className={className}>
      <div
        role="group"
        aria-label={label}
        className="gift-card"
        data-size={size}
        data-turned={isTurned || undefined}
        style={colours}
        {...tilt}
      >
        <div className="gift-card-body">
          <div className="gift-card-face" inert={isTurned}>
            <brand.CardArt className="absolute inset-0 size-full" />
            <div className="gift-card-top">
              <Emblem {...shop} />
              <span className="gift-card-shop">{shop.name}</span>
              <brand.Mark className="gift-card-mark" />
            </div>
            <span
              className="gift-card-amount"
              data-long={shownAmount.length > LONGEST_LARGE_AMOUNT || undefined}
            >
              {shownAmount}
            </span>
            <span className="gift-card-kind">{m.kit_card_kind()}</span>
            {cause && <CauseRibbon cause={cause} />}
          </div>
          {back && (
            <div className="gift-card-face gift-card-back" inert={!isTurned}>
              {back}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
