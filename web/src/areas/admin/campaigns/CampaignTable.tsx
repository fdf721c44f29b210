import type { ReactNode } from "react";
import { ActiveChip } from "@/areas/admin/lists/ActiveChip";
import { EditLink } from "@/areas/admin/lists/EditLink";
import { ActionsHeader, RowActions } from "@/areas/admin/lists/RowActions";
import { SwitchButton } from "@/areas/admin/lists/SwitchButton";
import { PictureTile } from "@/areas/admin/pictures/PictureTile";
import { m } from "@/i18n";
import { businessToday, formatCalendarDate } from "@/lib/dates";
import { SortHeader, type Sorting } from "@/shared/table/SortHeader";
import { Cell, HeaderCell, Table, type RowsQuery } from "@/shared/table/Table";
import { Chip } from "@/ui/Chip";
import type { Campaign } from "./queries";
import { useCampaignsPlace } from "./useCampaignsPlace";

interface CampaignTableProps {
  campaigns: readonly Campaign[] | undefined;
  query: RowsQuery;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  onSwitch: (campaign: Campaign) => void;
  empty: ReactNode;
}

export function CampaignTable(props: CampaignTableProps) {
  const { campaigns, query, sorting, onSort, onSwitch, empty } = props;
  const { toCampaign } = useCampaignsPlace();
  const header = (
    <>
      <SortHeader column="name" sorting={sorting} onSort={onSort}>
        {m.campaigns_id_name()}
      </SortHeader>
      <SortHeader column="startDate" sorting={sorting} onSort={onSort}>
        {m.field_start_date()}
      </SortHeader>
      <SortHeader column="endDate" sorting={sorting} onSort={onSort}>
        {m.field_end_date()}
      </SortHeader>
      <HeaderCell>{m.lists_active_feminine()}</HeaderCell>
      <ActionsHeader />
    </>
  );
  return (
    <Table
      caption={m.campaigns_title()}
      header={header}
      columnCount={5}
      query={query}
      isStacking
      empty={empty}
      rows={campaigns?.map((campaign) => (
        <tr key={campaign.id}>
          <Cell className="font-semibold">
            <PictureTile
              kind="campaign"
              pictureKey={campaign.logoPath}
              name={campaign.name}
              note={campaign.id}
            />
          </Cell>
          <Cell label={m.field_start_date()}>{formatCalendarDate(campaign.startDate)}</Cell>
          <Cell label={m.field_end_date()}>{formatCalendarDate(campaign.endDate)}</Cell>
          <Cell isStatus>
            <span className="flex flex-wrap gap-2 max-md:justify-end">
              <ActiveChip isActive={campaign.isActive} isFeminine />
              <TimeChip campaign={campaign} />
            </span>
          </Cell>
          <RowActions>
            <SwitchButton
              name={campaign.name}
              isActive={campaign.isActive}
              onPress={() => onSwitch(campaign)}
            />
            <EditLink to={toCampaign(campaign.id)} name={campaign.name} />
          </RowActions>
        </tr>
      ))}
    />
  );
}

/** An active campaign can't be chosen before its first day, nor after its last. */
function TimeChip({ campaign: { isRunning, startDate } }: { campaign: Campaign }) {
  if (isRunning) return null;
  const isToCome = startDate > businessToday();
  return <Chip>{isToCome ? m.campaigns_to_come() : m.campaigns_over()}</Chip>;
}
