import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link } from "react-router";
import { causeQuery, type PublicCampaign, type PublicVendor } from "@/api/queries/shopWindow";
import { CampaignPicture } from "@/areas/shop/charities/CampaignPicture";
import { CampaignLink } from "@/features/catalogue/CampaignLink";
import { CampaignProgress } from "@/features/catalogue/CampaignProgress";
import { m } from "@/i18n";
import { formatMoney, formatPercent } from "@/lib/money";
import { paths } from "@/paths";
import { Button } from "@/ui/form/Button";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import type { Cause } from "./cartItem";

const CauseDialog = lazyPiece(
  async () => (await import("./CauseDialog")).CauseDialog,
  ({ onClose }) => onClose(),
);

interface SponsorshipProps {
  vendor: PublicVendor;
  cause: Cause;
  /** The cause's share of the chosen card, in dollars. */
  share: number | undefined;
  /** Called with another cause that the shopper has chosen. */
  onCause: (cause: Cause) => void;
}

/** The supported cause, and who pays its share. */
export function Sponsorship({ vendor, cause: { campaign, charity }, share, onCause }: SponsorshipProps) {
  const client = useQueryClient();
  const [isChoosing, setIsChoosing] = useState(false);
  const choose = async ({ id }: PublicCampaign) => onCause(await client.query(causeQuery(id)));
  const percent = formatPercent(vendor.charityRate);
  return (
    <div className="sponsorship [&_dt]:text-sm/[1.4] [&_dt]:whitespace-nowrap max-[360px]:[&_dt]:whitespace-normal [&_dt]:text-ink-soft mt-4 flex items-center gap-4 rounded-card bg-surface px-4 py-3 shadow-rest">
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
            <CampaignProgress campaign={campaign} className="text-sm" />
          </dd>
        </div>
        <div className="text-sm/[1.4] text-ink-soft [&_:is(dt,_dd)]:inline [&_dt::after]:content-['_']">
          <dt>{m.purchase_sponsored_by()}</dt>
          <dd className="wrap-anywhere">{m.purchase_sponsor({ shop: vendor.displayName, percent })}</dd>
        </div>
      </dl>
      <span className="grid flex-none justify-items-end gap-1">
        <span className="font-display text-xl/normal font-title tracking-(--amount-tracking) whitespace-nowrap text-accent">
          {share === undefined ? percent : formatMoney(share)}
        </span>
        <Button
          variant="quiet"
          size="small"
          aria-haspopup="dialog"
          className="-mr-3.5 underline underline-offset-4"
          onClick={() => setIsChoosing(true)}
        >
          {m.purchase_change_cause()}
        </Button>
      </span>
      {isChoosing && (
        <Suspense>
          <CauseDialog chosenId={campaign.id} onChoose={choose} onClose={() => setIsChoosing(false)} />
        </Suspense>
      )}
    </div>
  );
}
