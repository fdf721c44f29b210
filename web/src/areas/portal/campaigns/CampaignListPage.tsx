import { PictureTile } from "@/areas/portal/kit/PictureTile";
import { ResourceListPage } from "@/areas/portal/kit/ResourceListPage";
import { ActiveChip, activeWord } from "@/areas/portal/kit/status";
import { m } from "@/i18n";
import { businessToday, formatCalendarDay } from "@/lib/dates";
import type { Column } from "@/shared/table/DataTable";
import { Chip } from "@/ui/list/Chip";
import { useCampaigns, type CampaignItem } from "./campaigns";

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
  return <ResourceListPage resource={useCampaigns()} columns={columns} />;
}
