import { useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import { PUBLIC_PATHS } from "@/api/queries/publicPaths";
import type { RecordOf, RowOf } from "@/areas/portal/kit/calls";
import type { Resource } from "@/areas/portal/kit/resource";
import { LOG } from "@/features/log/queries";
import { m } from "@/i18n";
import { useTenant } from "@/shared/page/useTenant";
import { campaignCalls, campaignListQuery, campaignOrder } from "./queries";

export type Campaign = RecordOf<"/api/v1/Charities/campaigns">;
export type CampaignItem = RowOf<"/api/v1/Charities/campaigns">;

/** The campaigns of one charity, for its managers or for administrators. */
export function useCampaigns(): Resource<CampaignItem, Campaign> {
  const { cid } = useParams();
  const charityId = useTenant("cid");
  const area = adminPaths.charityArea(cid);
  return {
    name: "campaigns",
    paths: { list: area.campaigns(), add: area.addCampaign(), edit: area.campaign },
    hidesList: true,
    labels: {
      title: m.campaigns_title,
      add: m.campaigns_add,
      edit: m.campaigns_edit,
      search: m.campaigns_search,
      none: m.campaigns_none,
      activate: m.campaigns_activate_text,
      deactivate: m.campaigns_deactivate_text,
      created: m.campaigns_created,
      edited: m.campaigns_edited,
    },
    nameOf: ({ name }) => name,
    isFeminine: true,
    order: campaignOrder,
    listQuery: (list) => campaignListQuery(charityId, list),
    oneQuery: campaignCalls.oneQuery,
    isForeign: (campaign) => campaign.charityId !== charityId,
    setStatus: campaignCalls.setStatus,
    // Public pages and the charity's home show campaigns too.
    invalidates: [campaignCalls.root, "/Charities/home", ...PUBLIC_PATHS.campaigns, ...LOG],
  };
}
