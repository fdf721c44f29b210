import { call } from "@/api/client";
import { m } from "@/i18n";
import { CampaignForm } from "./CampaignForm";
import { newCampaign } from "./schema";
import { useCampaignsPlace } from "./useCampaignsPlace";

export function AddCampaignFormPage() {
  const { charityId } = useCampaignsPlace();
  return (
    <CampaignForm
      title={m.campaigns_add()}
      values={newCampaign}
      save={(values) => call("post", "/api/v1/Charities/campaigns", { body: { charityId, ...values } })}
      saved={m.campaigns_created()}
    />
  );
}
