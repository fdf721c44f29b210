import { useState } from "react";
import { call } from "@/api/client";
import type { ReadPath } from "@/api/reading";
import { PictureTile } from "@/areas/portal/kit/PictureTile";
import { ResourceListPage } from "@/areas/portal/kit/ResourceListPage";
import { ActiveChip, activeWord, editAction } from "@/areas/portal/kit/status";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { businessToday, formatCalendarDay } from "@/lib/dates";
import type { Column } from "@/shared/table/DataTable";
import { Chip } from "@/ui/list/Chip";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
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

/** Whether today can become the campaign's last day: it began before today and ends later. */
function mayEndToday({ isActive, isRunning, startDate, endDate }: CampaignItem): boolean {
  const today = businessToday();
  return isActive && isRunning && startDate < today && endDate > today;
}

/** Campaigns of a charity, newest first. */
export function CampaignListPage() {
  const resource = useCampaigns();
  const [ending, setEnding] = useState<CampaignItem>();
  return (
    <>
      <ResourceListPage
        resource={resource}
        columns={columns}
        actionsOf={(campaign, edit) => [
          editAction(edit),
          ...(mayEndToday(campaign)
            ? [
                {
                  label: m.campaigns_end_today(),
                  icon: "calendar" as const,
                  run: () => setEnding(campaign),
                },
              ]
            : []),
        ]}
      />
      {ending && (
        <EndDialog
          campaign={ending}
          invalidates={resource.invalidates}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  );
}

interface EndDialogProps {
  campaign: CampaignItem;
  invalidates: readonly ReadPath[];
  onClose: () => void;
}

function EndDialog({ campaign: { id, name }, invalidates, onClose }: EndDialogProps) {
  const { mutation } = useSave<undefined>({
    save: () => call("put", "/api/v1/Charities/campaigns/{id}/ended", { path: { id } }),
    saved: m.campaigns_ended(),
    invalidates,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.campaigns_end_title({ name })}
      confirmLabel={m.campaigns_end_today()}
      isDangerous
      mutation={mutation}
      variables={undefined}
    >
      {m.campaigns_end_text()}
    </ConfirmDialog>
  );
}
