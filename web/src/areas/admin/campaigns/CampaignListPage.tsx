import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { ActiveFilter } from "@/areas/admin/lists/ActiveFilter";
import { NothingFound } from "@/areas/admin/lists/NothingFound";
import { SwitchDialog } from "@/areas/admin/lists/SwitchDialog";
import { m } from "@/i18n";
import { ListPage } from "@/shared/table/ListPage";
import { useListState } from "@/shared/table/useListState";
import { CampaignTable } from "./CampaignTable";
import { campaignListQuery, CAMPAIGNS, type Campaign } from "./queries";
import { useCampaignsPlace } from "./useCampaignsPlace";

const options = {
  columns: ["name", "startDate", "endDate", "createdAt"],
  sorting: { orderBy: "createdAt", direction: "Desc" },
} as const;

/** What a charity collects for, the newest first. */
export function CampaignListPage() {
  const list = useListState(options);
  const { charityId, toAdd } = useCampaignsPlace();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Campaign>();
  const campaigns = useQuery(campaignListQuery(charityId, list));

  return (
    <ListPage
      title={m.campaigns_title()}
      add={{ to: toAdd, label: m.campaigns_add() }}
      list={list}
      searchLabel={m.campaigns_search()}
      filters={<ActiveFilter list={list} isFeminine />}
      found={campaigns.data}
    >
      <CampaignTable
        campaigns={campaigns.data?.items}
        query={campaigns}
        sorting={list.sorting}
        onSort={list.sort}
        onSwitch={setAsked}
        empty={<NothingFound list={list}>{m.campaigns_none()}</NothingFound>}
      />
      {asked && (
        <SwitchDialog
          name={asked.name}
          isActive={asked.isActive}
          onClose={() => setAsked(undefined)}
          onSwitch={async (status) => {
            const path = { id: asked.id, status };
            await call("put", "/api/v1/Charities/campaigns/{id}/status/{status}", { path });
            await client.invalidateQueries({ queryKey: CAMPAIGNS });
          }}
        >
          {asked.isActive ? m.campaigns_deactivate_text() : m.campaigns_activate_text()}
        </SwitchDialog>
      )}
    </ListPage>
  );
}
