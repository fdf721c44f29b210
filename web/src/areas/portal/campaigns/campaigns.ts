import { PUBLIC_PATHS } from "@/api/queries/publicPaths";
import { useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import { collection, type RecordOf, type RowOf } from "@/areas/portal/kit/calls";
import { useHiddenListPlace } from "@/areas/portal/kit/hiddenList";
import { activeFilter, activeOf } from "@/areas/portal/kit/status";
import { useTenant } from "@/areas/portal/kit/useTenant";
import { LOG } from "@/features/log/queries";
import type { ListState } from "@/shared/table/useListState";

export type Campaign = RecordOf<"/api/v1/Charities/campaigns">;
export type CampaignItem = RowOf<"/api/v1/Charities/campaigns">;

export const campaignCalls = collection("/api/v1/Charities/campaigns");

export function campaignListQuery(charityId: string, list: ListState) {
  return campaignCalls.listQuery(list, { charityId, ...activeOf(list) });
}

/** Query paths to invalidate after a change, including public pages and the charity's home. */
export const CHANGED_CAMPAIGN = [
  campaignCalls.root,
  "/Charities/home",
  ...PUBLIC_PATHS.campaigns,
  ...LOG,
] as const;

export const campaignListOptions = {
  columns: ["name", "startDate", "endDate", "createdAt"],
  sorting: { orderBy: "createdAt", direction: "Desc" },
  filters: [activeFilter(true)],
} as const;

/**
 * Returns the charity of a campaign page, and the links between its pages: for its managers, or for
 * administrators.
 */
export function useCampaignArea() {
  const { cid } = useParams();
  const area = adminPaths.charityArea(cid);
  const { at, showList } = useHiddenListPlace(area.campaigns());
  return {
    charityId: useTenant("cid"),
    toList: at(area.campaigns()),
    toAdd: at(area.addCampaign()),
    toCampaign: (id: string) => at(area.campaign(id)),
    showList,
  };
}
