import { brand } from "@/brands/current";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { formatPercent } from "@/lib/money";
import { paths } from "@/paths";
import { AddressLines } from "@/shared/catalogue/AddressLines";
import { BackLink } from "@/shared/catalogue/BackLink";
import { PicturePlate } from "@/shared/catalogue/PicturePlate";
import { shopColours } from "@/shared/catalogue/shopColours";
import { Website } from "@/shared/catalogue/Website";
import { PageHeading } from "@/shared/page/PageHeading";
import { Icon } from "@/ui/Icon";

/** Who the shop is and where it stands. */
export function VendorSidebar({ vendor }: { vendor: PublicVendor }) {
  const { displayName, logoPath, hue, value: category, address, website, description, charityRate } = vendor;
  return (
    <div className="detail-side">
      <BackLink to={paths.vendorList()}>{m.shop_back_to_vendors()}</BackLink>
      <section aria-label={displayName} className="shopfront" style={shopColours(displayName, hue)}>
        <div className="detail-card">
          <div className="detail-name">
            <PicturePlate
              kind="vendor"
              name={displayName}
              logoPath={logoPath}
              hue={hue}
              sizes="160px"
              className="detail-logo"
            />
            <div className="min-w-0">
              <PageHeading className="text-2xl wrap-anywhere">{displayName}</PageHeading>
              {category && <p className="mt-1 text-ink-soft">{category}</p>}
            </div>
          </div>
          {brand.hasCharities && (
            <p className="gives">
              <Icon name="heart" size={18} />
              {m.shop_gives({ percent: formatPercent(charityRate) })}
            </p>
          )}
          {description && <p className="whitespace-pre-line">{description}</p>}
          <div className="detail-facts">
            <Icon name="map-pin" size={20} />
            <AddressLines address={address} />
            {website && (
              <>
                <Icon name="store" size={20} />
                <Website address={website} />
              </>
            )}
          </div>
        </div>
      </section>
    </div>
  );
}
