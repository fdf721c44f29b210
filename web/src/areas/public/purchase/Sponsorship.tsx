import { Link } from "react-router";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { CampaignPicture } from "@/areas/public/charities/CampaignPicture";
import { m } from "@/i18n";
import { formatMoney, formatPercent } from "@/lib/money";
import { paths } from "@/paths";
import { PicturePlate } from "@/shared/catalogue/PicturePlate";
import type { Cause } from "./cartItem";

interface SponsorshipProps {
  vendor: PublicVendor;
  cause: Cause;
  /** What the cause gets of the card that is chosen, in dollars. */
  share: number | undefined;
}

/** Whom the purchase supports, and who pays for that. */
export function Sponsorship({ vendor, cause: { campaign, charity }, share }: SponsorshipProps) {
  const percent = formatPercent(vendor.charityRate);
  return (
    <dl className="sponsorship">
      <div className="sponsorship-cause">
        <dt>{m.purchase_supports()}</dt>
        <dd>
          <CampaignPicture campaign={campaign} sizes="56px" className="w-14" />
          <span className="min-w-0 grow">
            <strong className="block leading-snug wrap-anywhere">{campaign.name}</strong>
            <Link to={paths.charity(charity.id)} className="wrap-anywhere">
              {charity.displayName}
            </Link>
          </span>
          <span className="sponsorship-share">{share === undefined ? percent : formatMoney(share)}</span>
        </dd>
      </div>
      <div>
        <dt>{m.purchase_sponsored_by()}</dt>
        <dd>
          <PicturePlate
            kind="vendor"
            name={vendor.displayName}
            logoPath={vendor.logoPath}
            hue={vendor.hue}
            sizes="40px"
            className="w-10"
          />
          <span className="min-w-0">
            <strong className="wrap-anywhere">{vendor.displayName}</strong>
            <span className="block text-sm text-ink-soft">{m.purchase_sponsor_gives({ percent })}</span>
          </span>
        </dd>
      </div>
    </dl>
  );
}
