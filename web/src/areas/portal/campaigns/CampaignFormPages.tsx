// Forms for adding and editing a campaign; saving leads back to the list.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useParams, useSearchParams } from "react-router";
import { LongForm } from "@/areas/portal/kit/LongForm";
import { Activity } from "@/areas/portal/kit/Activity";
import { ConflictNotice } from "@/areas/portal/kit/ConflictNotice";
import { DetailHeading } from "@/areas/portal/kit/DetailHeading";
import { FormLoading, FormSection } from "@/areas/portal/kit/FormSection";
import { useLeaveOnError, useNeighbours, type Neighbours } from "@/areas/portal/kit/place";
import { ActiveChip } from "@/areas/portal/kit/status";
import { useEdit, type Edit } from "@/areas/portal/kit/useEdit";
import { useSave } from "@/areas/portal/kit/useSave";
import { FormPictureField } from "@/areas/portal/kit/PictureField";
import { m } from "@/i18n";
import { FormDateField } from "@/shared/form/DateField";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { useZodForm } from "@/shared/form/useZodForm";
import { Page } from "@/shared/page/Page";
import { readListState } from "@/shared/table/listState";
import { LinkButton } from "@/ui/form/LinkButton";
import { campaignListOptions, CHANGED_CAMPAIGN, useCampaignArea, type Campaign } from "./campaigns";
import { campaignCalls, campaignListQuery } from "./queries";
import { campaignFormOf, campaignSchema, campaignValuesOf, newCampaign, type CampaignValues } from "./schema";

export function AddCampaignFormPage() {
  const { charityId } = useCampaignArea();
  const form = useZodForm(campaignSchema(), newCampaign);
  return (
    <CampaignForm
      title={m.campaigns_add()}
      form={form}
      save={(values) => campaignCalls.create({ charityId, ...campaignFormOf(values) })}
      saved={m.campaigns_created()}
    />
  );
}

export function EditCampaignFormPage() {
  const { id = "" } = useParams();
  const { charityId, showList, toCampaign } = useCampaignArea();
  const [address] = useSearchParams();
  const { data: campaign, isLoadingError, error } = useQuery(campaignCalls.oneQuery(id));
  const list = campaignListQuery(charityId, readListState(address, campaignListOptions));
  const neighbours = useNeighbours(list.queryKey, id, toCampaign);
  // A campaign of another charity is treated as not found.
  const isForeign = campaign !== undefined && campaign.charityId !== charityId;
  useLeaveOnError({ isLoadingError: isLoadingError || isForeign, error }, showList);
  const isWaiting = !campaign || isForeign;
  return (
    <>
      {isWaiting ? (
        <FormLoading title={m.campaigns_edit()} />
      ) : (
        <KnownCampaign key={id} campaign={campaign} neighbours={neighbours} />
      )}
      <Activity subjectId={id} isWaiting={isWaiting} />
    </>
  );
}

function KnownCampaign({ campaign, neighbours }: { campaign: Campaign; neighbours: Neighbours }) {
  const { charityId } = useCampaignArea();
  const edit = useEdit(campaign, {
    query: campaignCalls.oneQuery(campaign.id),
    schema: ({ endDate }) => campaignSchema(endDate),
    valuesOf: campaignValuesOf,
  });
  return (
    <CampaignForm
      title={campaign.name}
      chip={<ActiveChip isActive={campaign.isActive} isFeminine />}
      neighbours={neighbours}
      form={edit.form}
      save={(values) => campaignCalls.change(edit.began, { charityId, ...campaignFormOf(values) })}
      saved={m.campaigns_edited()}
      edit={edit}
    />
  );
}

interface CampaignFormProps {
  title: string;
  chip?: ReactNode;
  neighbours?: Neighbours;
  form: UseFormReturn<CampaignValues>;
  save: (values: CampaignValues) => Promise<unknown>;
  saved: string;
  edit?: Edit<Campaign, CampaignValues>;
}

function CampaignForm(props: CampaignFormProps) {
  const { title, chip, neighbours, form, save, saved, edit } = props;
  const { toList, showList } = useCampaignArea();
  const { submit } = useSave({
    save,
    saved,
    invalidates: CHANGED_CAMPAIGN,
    edit,
    onSaved: () => showList(),
  });
  return (
    <Page title={title}>
      <DetailHeading
        list={{ label: m.campaigns_title(), to: toList }}
        title={title}
        chip={chip}
        neighbours={neighbours}
      />
      <LongForm
        form={form}
        onSubmit={submit}
        submitLabel={m.kit_save()}
        aside={
          <LinkButton variant="quiet" to={toList}>
            {m.kit_cancel()}
          </LinkButton>
        }
      >
        <ConflictNotice conflict={edit?.conflict} />
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
        <FormSection title={m.field_logo()} hint={m.campaigns_logo_hint()}>
          <FormPictureField
            name="logoPath"
            label={m.field_logo()}
            kind="campaign"
            isOptional
            className="sm:col-span-full"
          />
        </FormSection>
      </LongForm>
    </Page>
  );
}
