// Campaign of the shopper's last card. It is suggested for the next one.
import { localText } from "@/lib/storage";

export const lastCause = localText("lastCampaignId");
