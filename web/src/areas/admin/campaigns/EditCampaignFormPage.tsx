import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { call } from "@/api/client";
import { ActiveChip } from "@/areas/admin/lists/ActiveChip";
import { useLeaveOnError } from "@/areas/admin/lists/useLeaveOnError";
import { FormLoading } from "@/areas/admin/tenants/FormLoading";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { CampaignForm } from "./CampaignForm";
import { campaignQuery } from "./queries";
import { valuesOf } from "./schema";
import { useCampaignsPlace } from "./useCampaignsPlace";

export function EditCampaignFormPage() {
  const { id = "" } = useParams();
  const { charityId, showList } = useCampaignsPlace();
  const navigate = useNavigate();
  const profile = useProfile();
  const { data: campaign, isError } = useQuery(campaignQuery(id));
  // A campaign of another charity is none of this one's.
  const isForeign = campaign !== undefined && campaign.charityId !== charityId;
  useLeaveOnError(isError || isForeign, (options) => {
    if (isAdministrator(profile)) void navigate(adminPaths.users.list(), options);
    else showList(options);
  });
  if (!campaign || isForeign) return <FormLoading title={m.campaigns_edit()} />;
  return (
    <CampaignForm
      title={campaign.name}
      chip={<ActiveChip isActive={campaign.isActive} isFeminine />}
      values={valuesOf(campaign)}
      endBefore={campaign.endDate}
      save={(values) =>
        call("put", "/api/v1/Charities/campaigns/{id}", { path: { id }, body: { charityId, ...values } })
      }
      saved={m.campaigns_edited()}
    />
  );
}
