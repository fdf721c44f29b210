import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PublicCampaign } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { InfiniteList } from "@/shared/page/InfiniteList";
import { Skeleton } from "@/ui/layout/Skeleton";
import { CampaignRow } from "./CampaignRow";

interface CampaignRowsProps {
  query: UseInfiniteQueryResult<InfiniteData<{ items: PublicCampaign[]; totalItems: number }>>;
  /** Returns the target of the Select link. */
  pathOf: (campaign: PublicCampaign) => string;
  /** Whether Select changes only a part of the page, so that the scroll position is kept. */
  staysOnPage?: boolean | undefined;
  /** Whether to name the charity of each campaign, for lists of several charities. */
  showsCharity?: boolean | undefined;
  empty: ReactNode;
}

export function CampaignRows({ query, pathOf, staysOnPage, showsCharity, empty }: CampaignRowsProps) {
  return (
    <InfiniteList
      query={query}
      label={m.causes_campaigns()}
      itemKey={({ id }) => id}
      countLabel={(count) => m.causes_campaign_count({ count })}
      empty={empty}
      className="grid gap-4"
      placeholder={<Skeleton className="h-36 rounded-card" />}
    >
      {(campaign) => (
        <CampaignRow
          campaign={campaign}
          to={pathOf(campaign)}
          staysOnPage={staysOnPage}
          showsCharity={showsCharity}
        />
      )}
    </InfiniteList>
  );
}
