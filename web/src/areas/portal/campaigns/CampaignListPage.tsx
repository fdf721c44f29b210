import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { invalidate } from "@/api/reading";
import { BulkSwitch } from "@/areas/portal/kit/BulkSwitch";
import { ActiveChip, activeWord, editAction, switchAction, SwitchDialog } from "@/areas/portal/kit/status";
import { PictureTile } from "@/areas/portal/kit/PictureTile";
import { m } from "@/i18n";
import { businessToday, formatCalendarDay } from "@/lib/dates";
import type { Column } from "@/shared/table/DataTable";
import { ListPage } from "@/shared/table/ListPage";
import { RowMenu } from "@/shared/table/RowMenu";
import { useListState } from "@/shared/table/useListState";
import { Chip } from "@/ui/list/Chip";
import { campaignListOptions, CHANGED_CAMPAIGN, useCampaignArea, type CampaignItem } from "./campaigns";
import { campaignCalls, campaignListQuery } from "./queries";

const columns: readonly Column<CampaignItem>[] = [
  {
    id: "name",
    label: m.campaigns_id_name,
    isSortable: true,
    text: ({ name }) => name,
    cell: ({ id, name, logoPath }) => (
      <PictureTile kind="campaign" pictureKey={logoPath} name={name} note={id} isNoteId />
    ),
  },
  {
    id: "startDate",
    label: m.field_start_date,
    isSortable: true,
    text: ({ startDate }) => startDate,
    cell: ({ startDate }) => formatCalendarDay(startDate),
  },
  {
    id: "endDate",
    label: m.field_end_date,
    isSortable: true,
    text: ({ endDate }) => endDate,
    cell: ({ endDate }) => formatCalendarDay(endDate),
  },
  {
    id: "isActive",
    label: m.lists_active_feminine,
    isStatus: true,
    text: ({ isActive }) => activeWord(isActive, true),
    cell: (campaign) => <StateChip {...campaign} />,
  },
];

/** Shoppers can't choose an active campaign before its first day or after its last. */
function StateChip({ isActive, isRunning, startDate }: CampaignItem) {
  if (!isActive || isRunning) return <ActiveChip isActive={isActive} isFeminine />;
  return <Chip>{startDate > businessToday() ? m.campaigns_to_come() : m.campaigns_over()}</Chip>;
}

/** Campaigns of a charity, newest first. */
export function CampaignListPage() {
  const list = useListState(campaignListOptions);
  const { charityId, toAdd, toCampaign } = useCampaignArea();
  const client = useQueryClient();
  const [asked, setAsked] = useState<CampaignItem>();

  return (
    <ListPage
      name="campaigns"
      title={m.campaigns_title()}
      add={{ to: toAdd, label: m.campaigns_add() }}
      list={list}
      searchLabel={m.campaigns_search()}
      query={(state) => campaignListQuery(charityId, state)}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      placeOf={({ id }) => toCampaign(id)}
      actions={(campaign) => (
        <RowMenu
          name={campaign.name}
          actions={[
            editAction(toCampaign(campaign.id)),
            switchAction(campaign.isActive, () => setAsked(campaign)),
          ]}
        />
      )}
      none={m.campaigns_none()}
      bulk={(rows, done) => (
        <BulkSwitch
          rows={rows}
          nameOf={({ name }) => name}
          labels={{ activate: m.campaigns_activate_text, deactivate: m.campaigns_deactivate_text }}
          setStatus={campaignCalls.setStatus}
          invalidates={CHANGED_CAMPAIGN}
          onDone={done}
        />
      )}
    >
      {asked && (
        <SwitchDialog
          name={asked.name}
          isActive={asked.isActive}
          onClose={() => setAsked(undefined)}
          onSwitch={async (status) => {
            await campaignCalls.setStatus(asked.id, status);
            await invalidate(client, CHANGED_CAMPAIGN);
          }}
        >
          {asked.isActive ? m.campaigns_deactivate_text() : m.campaigns_activate_text()}
        </SwitchDialog>
      )}
    </ListPage>
  );
}
