import { Link } from "react-router";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { CampaignPicture } from "@/areas/public/charities/CampaignPicture";
import { CampaignLink } from "@/features/catalogue/CampaignLink";
import { m } from "@/i18n";
import { formatMoney, formatPercent } from "@/lib/money";
import { paths } from "@/paths";
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
    <div className="sponsorship [&_dt]:text-sm/[1.4] [&_dt]:whitespace-nowrap [&_dt]:text-ink-soft mt-4 flex items-center gap-4 rounded-card bg-surface px-4 py-3 shadow-rest">
      <CampaignPicture campaign={campaign} sizes="56px" className="hidden w-14 flex-none sm:block" />
      <dl className="min-w-0 grow">
        <div>
          <dt>{m.purchase_supports()}</dt>
          <dd>
            <strong className="wrap-anywhere">{campaign.name}</strong>{" "}
            <Link to={paths.charity(charity.id)} className="wrap-anywhere">
              {charity.displayName}
            </Link>
            <CampaignLink campaign={campaign} className="-my-2" />
          </dd>
        </div>
        <div className="text-sm/[1.4] text-ink-soft [&_:is(dt,_dd)]:inline [&_dt::after]:content-['_']">
          <dt>{m.purchase_sponsored_by()}</dt>
          <dd className="wrap-anywhere">{m.purchase_sponsor({ shop: vendor.displayName, percent })}</dd>
        </div>
      </dl>
      <span className="font-display text-xl/normal font-title tracking-(--amount-tracking) whitespace-nowrap text-accent">
        {share === undefined ? percent : formatMoney(share)}
      </span>
    </div>
  );
}
