import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import {
  campaignQuery,
  supporterCount,
  supporterPages,
  type PublicCampaign,
  type PublicCharity,
} from "@/api/queries/shopWindow";
import { CampaignProgress } from "@/features/catalogue/CampaignProgress";
import { ShareButtons } from "@/features/share/ShareButtons";
import { ActiveFilters } from "@/features/catalogue/ActiveFilters";
import { VendorRows } from "@/areas/shop/vendors/VendorRows";
import { m } from "@/i18n";
import { NO_CAMPAIGN, paths } from "@/paths";
import { useChosenRegionId } from "@/session/region";
import { useAddressFilter } from "@/shared/page/useAddressFilter";
import { SearchBox } from "@/ui/form/SearchBox";
import { WhenLoaded } from "@/shared/page/WhenLoaded";
import { WITHIN_PAGE } from "@/shared/page/withinPage";
import { EmptyState } from "@/ui/layout/EmptyState";
import { LinkButton } from "@/ui/form/LinkButton";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Skeleton, SkeletonGroup } from "@/ui/layout/Skeleton";
import { CampaignPicture } from "./CampaignPicture";

const CampaignNews = lazyPiece(async () => (await import("./CampaignNews")).CampaignNews);
const CampaignResult = lazyPiece(async () => (await import("./CampaignResult")).CampaignResult);

interface SupportingVendorsProps {
  charity: PublicCharity;
  campaignId: string;
}

/** Shops whose cards support a charity. A card supports a campaign, so the shopper chooses one first. */
export function SupportingVendors({ charity, campaignId }: SupportingVendorsProps) {
  const isChosen = campaignId !== NO_CAMPAIGN;
  const campaign = useQuery({ ...campaignQuery(campaignId), enabled: isChosen });
  if (!isChosen) return <CampaignNotSelected charity={charity} />;
  return (
    <WhenLoaded
      query={campaign}
      placeholder={
        <SkeletonGroup>
          <Skeleton className="h-24 rounded-card" />
        </SkeletonGroup>
      }
      otherwise={paths.charity(charity.id)}
    >
      {(found) =>
        // The address may name a campaign of another charity.
        found.charityId !== charity.id ? (
          <CampaignNotSelected charity={charity} />
        ) : found.isRunning ? (
          <Supporters charity={charity} campaign={found} />
        ) : found.daysLeft === 0 ? (
          <Suspense>
            <CampaignResult campaign={found} />
          </Suspense>
        ) : (
          <CampaignNotSelected charity={charity} />
        )
      }
    </WhenLoaded>
  );
}

function CampaignNotSelected({ charity }: { charity: PublicCharity }) {
  return (
    <EmptyState
      scene="causes-coming"
      title={m.causes_not_selected()}
      action={
        <LinkButton to={paths.charity(charity.id)} variant="primary" preventScrollReset state={WITHIN_PAGE}>
          {m.causes_to_campaigns()}
        </LinkButton>
      }
    >
      {m.causes_not_selected_text()}
    </EmptyState>
  );
}

function Supporters({ charity, campaign }: { charity: PublicCharity; campaign: PublicCampaign }) {
  const filter = useAddressFilter();
  const searchText = filter.read("q");
  const vendors = useInfiniteQuery(
    supporterPages(charity.id, { categoryId: "", searchText, regionId: useChosenRegionId() }),
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-4 rounded-card bg-surface-tint px-4 py-3.5">
        <CampaignPicture campaign={campaign} sizes="56px" className="size-14" />
        <p className="min-w-0 grow">
          <span className="block text-sm text-ink-soft">{m.causes_chosen()}</span>
          <strong className="wrap-anywhere">{campaign.name}</strong>
        </p>
        <LinkButton
          to={paths.charity(charity.id)}
          variant="quiet"
          size="small"
          preventScrollReset
          state={WITHIN_PAGE}
        >
          {m.causes_change()}
        </LinkButton>
        <CampaignProgress campaign={campaign} className="w-full" />
        <div className="flex flex-wrap gap-3">
          <ShareButtons
            name={campaign.name}
            text={m.causes_share_text({ name: campaign.name })}
            label={m.share_campaign()}
            path={paths.charityVendors(charity.id, campaign.id)}
            picture={undefined}
          />
        </div>
      </div>
      <Suspense>
        <CampaignNews campaignId={campaign.id} />
      </Suspense>
      <SearchBox
        label={m.shop_search()}
        value={searchText}
        onSearch={(text) => filter.write("q", text)}
        className="my-5"
      />
      <VendorRows
        query={vendors}
        pathOf={(vendorId) => paths.charityCard(vendorId, campaign.id)}
        empty={
          <ActiveFilters
            filter={filter}
            countOf={({ kind, ...others }) => supporterCount(charity.id, { categoryId: kind, ...others })}
            sentence={m.shop_nothing_matches}
            otherwise={m.shop_none_yet()}
            showAllLabel={m.shop_show_all()}
          />
        }
      />
    </>
  );
}
