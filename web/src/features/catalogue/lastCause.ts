// The campaign that somebody's last card was for: the next one is offered with it.
import { localText } from "@/lib/storage";

export const lastCause = localText("lastCampaignId");
