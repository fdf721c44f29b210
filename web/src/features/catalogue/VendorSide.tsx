import type { CSSProperties } from "react";
import { brand } from "@/brands/current";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { formatPercent } from "@/lib/money";
import { pictureUrl } from "@/lib/pictures";
import { Icon } from "@/ui/Icon";
import { DetailSide, type Subject } from "./DetailSide";
import { cardHue } from "@/features/card/cardHue";
import { cardPalette } from "@/features/card/palette";

type ShopVariables = CSSProperties & Record<`--shop-${string}`, string>;

/** Returns a shop's colours as CSS variables, the same colours as on its cards. */
function shopColours(name: string, hue: number | null): ShopVariables {
  const { from, tint, shade, ink } = cardPalette(cardHue(name, hue), brand.cardStyle);
  return { "--shop-ground": from, "--shop-tint": tint, "--shop-shade": shade, "--shop-ink": ink };
}

interface VendorSideProps {
  vendor: Subject & Pick<PublicVendor, "description" | "charityRate" | "products" | "photoPath">;
  /** Undefined in a preview. */
  back?: { to: string; label: string } | undefined;
}

/** Side panel of a shop. */
export function VendorSide({ vendor, back }: VendorSideProps) {
  const { displayName, hue, description, charityRate, products, photoPath } = vendor;
  return (
    <DetailSide
      kind="vendor"
      of={vendor}
      back={back}
      className="shopfront relative flex flex-col bg-surface"
      style={shopColours(displayName, hue)}
      brief={
        brand.hasCharities && (
          <p className="flex items-center gap-2 font-[650] text-accent">
            <Icon name="heart" size={18} className="fill-current stroke-none" />
            {m.shop_gives({ percent: formatPercent(charityRate) })}
          </p>
        )
      }
      folded={back && m.shop_about()}
    >
      {photoPath && (
        <img
          src={pictureUrl("vendor", photoPath, 768)}
          alt={m.shop_photo({ shop: displayName })}
          width={768}
          height={512}
          loading="lazy"
          className="aspect-3/2 w-full rounded-card object-cover"
        />
      )}
      {description && <p className="whitespace-pre-line">{description}</p>}
      {products && (
        <p className="wrap-anywhere">
          <strong>{m.shop_sells()}</strong> {products}
        </p>
      )}
    </DetailSide>
  );
}
