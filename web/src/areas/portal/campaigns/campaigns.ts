import { PUBLIC_PATHS } from "@/api/queries/publicPaths";
import { useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import type { RecordOf, RowOf } from "@/areas/portal/kit/calls";
import { useHiddenListPlace } from "@/areas/portal/kit/hiddenList";
import { activeFilter } from "@/areas/portal/kit/status";
import { useTenant } from "@/shared/page/useTenant";
import { LOG } from "@/features/log/queries";
import { campaignCalls, campaignOrder } from "./queries";

export type Campaign = RecordOf<"/api/v1/Charities/campaigns">;
export type CampaignItem = RowOf<"/api/v1/Charities/campaigns">;

/** Query paths to invalidate after a change, including public pages and the charity's home. */
export const CHANGED_CAMPAIGN = [
  campaignCalls.root,
  "/Charities/home",
  ...PUBLIC_PATHS.campaigns,
  ...LOG,
] as const;

export const campaignListOptions = {
  ...campaignOrder,
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
