import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { offeredCampaignQuery, type PublicVendor } from "@/api/queries/shopWindow";
import { CampaignPicture } from "@/areas/shop/charities/CampaignPicture";
import { cardCause } from "@/features/catalogue/cardCause";
import { lastCause } from "@/features/catalogue/lastCause";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { Button } from "@/ui/form/Button";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Skeleton, SkeletonGroup } from "@/ui/layout/Skeleton";
import { AmountCards } from "./AmountCards";

const CauseDialog = lazyPiece(
  async () => (await import("@/areas/shop/purchase/CauseDialog")).CauseDialog,
  ({ onClose }) => onClose(),
);

/** Cards of all amounts for a suggested cause, which the shopper can change. */
export function OfferedCards({ vendor }: { vendor: PublicVendor }) {
  const [lastId, setLastId] = useState(lastCause.read);
  const [isChoosing, setIsChoosing] = useState(false);
  const { data: campaign, isPending } = useQuery(offeredCampaignQuery(vendor.id, lastId));
  if (isPending)
    return (
      <SkeletonGroup className="mb-10 grid gap-6">
        <Skeleton className="h-22 rounded-card" />
        <Skeleton className="h-60 rounded-card" />
      </SkeletonGroup>
    );
  if (!campaign) return null;
  return (
    <div className="mb-12 grid gap-6">
      <h2 className="text-xl">{m.shop_choose_amount()}</h2>
      <div className="flex items-center gap-4 rounded-card bg-surface-tint px-4 py-3.5">
        <CampaignPicture campaign={campaign} sizes="56px" className="size-14" />
        <p className="min-w-0 grow">
          <span className="block text-sm text-ink-soft">{m.shop_for_cause()}</span>
          <strong className="wrap-anywhere">{campaign.name}</strong>{" "}
          <span className="block text-sm wrap-anywhere">{campaign.charityName}</span>
        </p>
        <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setIsChoosing(true)}>
          {m.purchase_change_cause()}
        </Button>
      </div>
      <AmountCards
        vendor={vendor}
        cause={cardCause(campaign.charityName, campaign.charityLogoPath)}
        pathOf={(amount) => paths.charityCard(vendor.id, campaign.id, amount)}
      />
      {isChoosing && (
        <Suspense>
          <CauseDialog
            chosenId={campaign.id}
            onChoose={async ({ id }) => {
              lastCause.write(id);
              setLastId(id);
            }}
            onClose={() => setIsChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
