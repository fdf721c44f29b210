import { PUBLIC_PATHS } from "@/api/queries/publicPaths";
import { useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import { collection, type RecordOf, type RowOf } from "@/areas/admin/kit/calls";
import { useHiddenListPlace } from "@/areas/admin/kit/hiddenList";
import { activeFilter, activeOf } from "@/areas/admin/kit/status";
import { useTenant } from "@/areas/admin/kit/useTenant";
import { LOG } from "@/features/log/queries";
import type { ListState } from "@/shared/table/useListState";

export type Campaign = RecordOf<"/api/v1/Charities/campaigns">;
export type CampaignItem = RowOf<"/api/v1/Charities/campaigns">;

export const campaignCalls = collection("/api/v1/Charities/campaigns");

export function campaignListQuery(charityId: string, list: ListState) {
  return campaignCalls.listQuery(list, { charityId, ...activeOf(list) });
}

/** What a change makes untrue; also what visitors and the charity's home see of it. */
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

/** Whose campaigns a page is about, and the ways between their pages: a charity's own, or as seen from above. */
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
