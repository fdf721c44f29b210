// Updates of a campaign, for its public page and for its managers.
import { reading } from "@/api/reading";
import type { components } from "@/api/schema";

export type CampaignUpdate = components["schemas"]["CampaignUpdate"];

/** Number of updates shown. Charities post a few in a campaign. */
const MAX_SHOWN = 20;

export function campaignUpdatesQuery(id: string) {
  return reading("/api/v1/Public/charities/campaigns/{id}/updates", {
    path: { id },
    query: { pageSize: MAX_SHOWN },
  });
}
