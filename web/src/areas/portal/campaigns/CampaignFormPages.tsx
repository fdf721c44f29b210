// Form of a campaign, and its updates.
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useParams } from "react-router";
import { FormSection } from "@/areas/portal/kit/FormSection";
import { FormPictureField } from "@/areas/portal/kit/PictureField";
import { AddPage, EditPage } from "@/areas/portal/kit/ResourceFormPages";
import type { RecordForm } from "@/areas/portal/kit/resource";
import { m } from "@/i18n";
import { FormDateField } from "@/shared/form/DateField";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { useTenant } from "@/shared/page/useTenant";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { useCampaigns, type Campaign } from "./campaigns";
import { campaignCalls } from "./queries";
import { campaignFormOf, campaignSchema, campaignValuesOf, type CampaignValues } from "./schema";

const CampaignUpdates = lazyPiece(async () => (await import("./CampaignUpdates")).CampaignUpdates);
const ShareKit = lazyPiece(async () => (await import("./ShareKit")).ShareKit);

function useCampaignForm(): RecordForm<Campaign, CampaignValues> {
  const charityId = useTenant("cid");
  return {
    schema: (campaign) => campaignSchema(campaign?.endDate),
    valuesOf: campaignValuesOf,
    Fields: CampaignFields,
    create: (values) => campaignCalls.create({ charityId, ...campaignFormOf(values) }),
    change: (began, values) => campaignCalls.change(began, { charityId, ...campaignFormOf(values) }),
  };
}

export function AddCampaignFormPage() {
  return <AddPage resource={useCampaigns()} form={useCampaignForm()} />;
}

export function EditCampaignFormPage() {
  const { id = "" } = useParams();
  const { data: campaign } = useQuery(campaignCalls.oneQuery(id));
  return (
    <>
      <EditPage resource={useCampaigns()} form={useCampaignForm()} />
      {campaign && (
        <Suspense>
          <CampaignUpdates campaign={campaign} />
          <ShareKit campaign={campaign} />
        </Suspense>
      )}
    </>
  );
}

function CampaignFields() {
  return (
    <>
      <FormSection title={m.campaigns_section_details()} hint={m.campaigns_section_details_hint()}>
        <FormTextField
          name="name"
          label={m.campaigns_name()}
          autoComplete="off"
          className="sm:col-span-full"
        />
        <FormTextArea
          name="description"
          label={m.field_description()}
          isOptional
          className="sm:col-span-full"
        />
        <FormTextField
          name="campaignUrl"
          label={m.campaigns_url()}
          hint={m.campaigns_url_hint()}
          type="url"
          isOptional
          className="sm:col-span-full"
        />
      </FormSection>
      <FormSection title={m.campaigns_section_dates()} hint={m.campaigns_section_dates_hint()}>
        <FormDateField name="startDate" label={m.field_start_date()} />
        <FormDateField name="endDate" label={m.field_end_date()} />
        <FormTextField
          name="goal"
          label={m.campaigns_goal()}
          hint={m.campaigns_goal_hint()}
          inputMode="decimal"
          autoComplete="off"
          isOptional
        />
      </FormSection>
      <FormSection title={m.campaigns_section_thanks()} hint={m.campaigns_section_thanks_hint()}>
        <FormTextArea
          name="thanks"
          label={m.campaigns_thanks()}
          hint={m.campaigns_thanks_hint()}
          rows={3}
          isOptional
          className="sm:col-span-full"
        />
      </FormSection>
      <FormSection title={m.field_logo()} hint={m.campaigns_logo_hint()}>
        <FormPictureField
          name="logoPath"
          label={m.field_logo()}
          kind="campaign"
          isOptional
          className="sm:col-span-full"
        />
      </FormSection>
    </>
  );
}
