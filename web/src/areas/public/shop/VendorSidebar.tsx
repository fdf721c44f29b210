import { brand } from "@/brands/current";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { formatPercent } from "@/lib/money";
import { paths } from "@/paths";
import { DetailSide } from "@/features/catalogue/DetailSide";
import { shopColours } from "@/features/catalogue/shopColours";
import { Icon } from "@/ui/Icon";

/** Who the shop is and where it stands. */
export function VendorSidebar({ vendor }: { vendor: PublicVendor }) {
  const { displayName, hue, description, charityRate } = vendor;
  return (
    <DetailSide
      kind="vendor"
      of={vendor}
      back={{ to: paths.vendorList(), label: m.shop_back_to_vendors() }}
      className="shopfront"
      style={shopColours(displayName, hue)}
    >
      {brand.hasCharities && (
        <p className="gives">
          <Icon name="heart" size={18} />
          {m.shop_gives({ percent: formatPercent(charityRate) })}
        </p>
      )}
      {description && <p className="whitespace-pre-line">{description}</p>}
    </DetailSide>
  );
}
