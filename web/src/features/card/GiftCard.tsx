import type { CSSProperties } from "react";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { formatPrice, formatPriceRange } from "@/lib/money";
import { CauseRibbon, type CardCause } from "./CauseRibbon";
import { cardPalette } from "./palette";
import { useTilt } from "./useTilt";
import { monogram } from "./monogram";

interface EmblemProps {
  name: string;
  logoUrl?: string | undefined;
}

/** The shop's logo on a white tile, or its monogram. Hidden from screen readers, because the name is next to it. */
function Emblem({ name, logoUrl }: EmblemProps) {
  return (
    <span className="gift-card-emblem" aria-hidden="true">
      {logoUrl ? <img src={logoUrl} alt="" width={96} height={96} decoding="async" /> : monogram(name)}
    </span>
  );
}

export interface CardShop {
  name: string;
  logoUrl?: string | undefined;
  /** Hue in degrees of OKLCH, computed from the logo at upload. */
  hue: number;
}

export interface GiftCardProps {
  shop: CardShop;
  /**
   * In dollars: the price in a shop, the balance in the wallet. Several ascending amounts, or `undefined`, while none is
   * chosen.
   */
  amount: number | readonly number[] | undefined;
  cause?: CardCause | undefined;
  /** `small` for lists and carts, where the ribbon shows only its mark. */
  size?: "small" | "large" | undefined;
  isTilting?: boolean | undefined;
  className?: string | undefined;
}

/** Longest amount in the large font, such as "$62.50". Longer ones are smaller, to stay clear of the text beside them. */
const MAX_LARGE_AMOUNT_LENGTH = 6;

type CardStyleVariables = CSSProperties & Record<`--card-${string}`, string>;

/** The gift card, drawn alike on all pages. It fills the available width. */
export function GiftCard({
  shop,
  amount,
  cause,
  size = "large",
  isTilting = false,
  className,
}: GiftCardProps) {
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
      <div role="group" aria-label={label} className="gift-card" data-size={size} style={colours} {...tilt}>
        <div className="gift-card-body">
          <div className="gift-card-face">
            <brand.CardArt className="absolute inset-0 size-full" />
            <div className="gift-card-top">
              <Emblem {...shop} />
              <span className="gift-card-shop">{shop.name}</span>
              <brand.Mark className="gift-card-mark" />
            </div>
            <span
              className="gift-card-amount"
              data-long={shownAmount.length > MAX_LARGE_AMOUNT_LENGTH || undefined}
            >
              {shownAmount}
            </span>
            <span className="gift-card-kind">{m.kit_card_kind()}</span>
            {cause && <CauseRibbon cause={cause} />}
          </div>
        </div>
      </div>
    </div>
  );
}
