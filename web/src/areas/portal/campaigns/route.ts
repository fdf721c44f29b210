import { charityScreen } from "@/areas/portal/tenantScreens";
import { activityQuery } from "@/features/log/queries";
import { m } from "@/i18n";
import { isCharityManager } from "@/session/can";
import { readListState } from "@/shared/table/listState";
import { campaignCalls, campaignListQuery, campaignOrder } from "./queries";

export const routes = [
  ...charityScreen({
    path: (area) => area.campaigns(),
    load: () => import("./CampaignListPage"),
    Component: "CampaignListPage",
    starts: (charityId, { search }) => [campaignListQuery(charityId, readListState(search, campaignOrder))],
    menu: { group: "charity", label: m.admin_campaigns, icon: "megaphone", position: 4, goKey: "c" },
    budget: "portal",
  }),
  ...charityScreen({
    path: (area) => area.addCampaign(),
    load: () => import("./CampaignFormPages"),
    Component: "AddCampaignFormPage",
    menu: { group: "add", label: m.campaigns_add, icon: "plus", position: 8, may: isCharityManager },
    budget: "portal",
  }),
  ...charityScreen({
    path: (area) => area.campaign(":id"),
    load: () => import("./CampaignFormPages"),
    Component: "EditCampaignFormPage",
    starts: (_charityId, { params: { id = "" } }) => [campaignCalls.oneQuery(id), activityQuery(id)],
    budget: "portal",
  }),
];
