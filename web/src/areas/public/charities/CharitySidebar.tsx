import type { PublicCharity } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { AddressLines } from "@/shared/catalogue/AddressLines";
import { BackLink } from "@/shared/catalogue/BackLink";
import { PicturePlate } from "@/shared/catalogue/PicturePlate";
import { Website } from "@/shared/catalogue/Website";
import { PageHeading } from "@/shared/page/PageHeading";
import { Icon } from "@/ui/Icon";

/** Who the cause is, and where it is at home. */
export function CharitySidebar({ charity }: { charity: PublicCharity }) {
  const { displayName, logoPath, hue, value: type, address, website, introduction, description } = charity;
  return (
    <div className="detail-side">
      <BackLink to={paths.charities()}>{m.causes_back()}</BackLink>
      <section aria-label={displayName} className="cause-note">
        <div className="detail-card">
          <div className="detail-name">
            <PicturePlate
              kind="charity"
              name={displayName}
              logoPath={logoPath}
              hue={hue}
              sizes="160px"
              className="detail-logo"
            />
            <div className="min-w-0">
              <PageHeading className="text-2xl wrap-anywhere">{displayName}</PageHeading>
              {type && <p className="mt-1 text-ink-soft">{type}</p>}
            </div>
          </div>
          {introduction && <p className="font-semibold whitespace-pre-line">{introduction}</p>}
          {description && <p className="whitespace-pre-line">{description}</p>}
          <div className="detail-facts">
            <Icon name="map-pin" size={20} />
            <AddressLines address={address} />
            {website && (
              <>
                <Icon name="house" size={20} />
                <Website address={website} />
              </>
            )}
          </div>
        </div>
      </section>
    </div>
  );
}
