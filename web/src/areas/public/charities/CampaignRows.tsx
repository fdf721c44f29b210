import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PublicCampaign } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { InfiniteList } from "@/shared/page/InfiniteList";
import { Skeleton } from "@/ui/Skeleton";
import { CampaignRow } from "./CampaignRow";

interface CampaignRowsProps {
  query: UseInfiniteQueryResult<InfiniteData<{ items: PublicCampaign[]; totalItems: number }>>;
  /** Where Select leads. */
  pathOf: (campaign: PublicCampaign) => string;
  /** Select changes only a part of the page that the list stands on. */
  staysOnPage?: boolean | undefined;
  /** Campaigns of many charities: each says whose it is. */
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
