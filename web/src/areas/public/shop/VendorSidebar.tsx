import { brand } from "@/brands/current";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { formatPercent } from "@/lib/money";
import { pictureUrl } from "@/lib/pictures";
import { paths } from "@/paths";
import { DetailSide } from "@/features/catalogue/DetailSide";
import { shopColours } from "@/features/catalogue/shopColours";
import { Icon } from "@/ui/Icon";

/** Who the shop is and where it stands. */
export function VendorSidebar({ vendor }: { vendor: PublicVendor }) {
  const { displayName, hue, description, charityRate, products, photoPath } = vendor;
  return (
    <DetailSide
      kind="vendor"
      of={vendor}
      back={{ to: paths.vendorList(), label: m.shop_back_to_vendors() }}
      className="shopfront relative flex flex-col bg-surface"
      style={shopColours(displayName, hue)}
    >
      {brand.hasCharities && (
        <p className="flex items-center gap-2 font-[650] text-accent">
          <Icon name="heart" size={18} className="fill-current stroke-none" />
          {m.shop_gives({ percent: formatPercent(charityRate) })}
        </p>
      )}
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
