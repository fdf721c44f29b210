import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { campaignPages, type PublicCampaign } from "@/api/queries/shopWindow";
import { CampaignPicture } from "@/areas/shop/charities/CampaignPicture";
import { m } from "@/i18n";
import { RetryScene } from "@/shared/page/RetryScene";
import { showErrorToast } from "@/shared/page/showErrorToast";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import { Icon } from "@/ui/Icon";
import { SearchBox } from "@/ui/form/SearchBox";

interface CauseDialogProps {
  chosenId: string;
  onChoose: (campaign: PublicCampaign) => Promise<unknown>;
  onClose: () => void;
}

/** Dialog that changes the cause of a card without losing the form's values. */
export function CauseDialog({ chosenId, onChoose, onClose }: CauseDialogProps) {
  const [searchText, setSearchText] = useState("");
  const query = useInfiniteQuery(campaignPages({ charityId: "", searchText }));
  const campaigns = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const choose = async (campaign: PublicCampaign) => {
    try {
      await onChoose(campaign);
      onClose();
    } catch (error) {
      showErrorToast(error);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={m.purchase_cause_title()} size="large">
      <SearchBox label={m.shop_search_campaigns()} value={searchText} onSearch={setSearchText} />
      {/* Always rendered, because screen readers announce only changes inside an existing status element. */}
      <p role="status" className="mt-4">
        {query.isSuccess &&
          campaigns.length === 0 &&
          (searchText === "" ? m.causes_no_campaigns() : m.causes_no_campaigns_found())}
      </p>
      <ul aria-busy={query.isFetching} className="grid min-h-60 content-start gap-1">
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <button
              type="button"
              aria-current={campaign.id === chosenId || undefined}
              className="flex min-h-14 w-full items-center gap-4 rounded-control px-2 py-2 text-left hover:bg-surface-quiet"
              onClick={() => void choose(campaign)}
            >
              <CampaignPicture campaign={campaign} sizes="48px" className="w-12 flex-none" />
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{campaign.name}</span>
                <span className="block text-sm wrap-anywhere text-ink-soft">{campaign.charityName}</span>
              </span>
              {campaign.id === chosenId && <Icon name="check" className="ml-auto flex-none text-brand" />}
            </button>
          </li>
        ))}
        {query.isLoadingError && (
          <li>
            <RetryScene error={query.error} onRetry={() => void query.refetch()} />
          </li>
        )}
      </ul>
      {query.hasNextPage && (
        <Button
          className="mx-auto mt-4 flex"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {m.purchase_cause_more()}
        </Button>
      )}
    </Dialog>
  );
}
