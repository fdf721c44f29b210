// A campaign to be added or edited; saving leads back to the list.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { ConflictNotice } from "@/areas/admin/kit/ConflictNotice";
import { DetailHeading } from "@/areas/admin/kit/DetailHeading";
import { FormLoading, FormSection } from "@/areas/admin/kit/FormSection";
import { useLeaveOnError, useNeighbours, type Neighbours } from "@/areas/admin/kit/place";
import { ActiveChip } from "@/areas/admin/kit/status";
import { useEdition, useSave, type Edition } from "@/areas/admin/kit/useSave";
import { FormPictureField } from "@/areas/admin/kit/PictureField";
import { adminPaths } from "@/adminPaths";
import { m } from "@/i18n";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { FormDateField } from "@/shared/form/DateField";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { Page } from "@/shared/page/Page";
import { readListState } from "@/shared/table/useListState";
import { LinkButton } from "@/ui/LinkButton";
import {
  campaignCalls,
  campaignListOptions,
  campaignListQuery,
  CHANGED_CAMPAIGN,
  useCampaignArea,
} from "./campaigns";
import { campaignSchema, newCampaign, campaignValuesOf, type CampaignValues } from "./schema";

export function AddCampaignFormPage() {
  const { charityId } = useCampaignArea();
  return (
    <CampaignForm
      title={m.campaigns_add()}
      values={newCampaign}
      save={(values) => campaignCalls.create({ charityId, ...values })}
      saved={m.campaigns_created()}
    />
  );
}

export function EditCampaignFormPage() {
  const { id = "" } = useParams();
  const { charityId, showList, toCampaign } = useCampaignArea();
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const profile = useProfile();
  const { data: campaign, isLoadingError } = useQuery(campaignCalls.oneQuery(id));
  const edition = useEdition(campaignCalls.oneQuery(id).queryKey);
  const list = campaignListQuery(charityId, readListState(address, campaignListOptions));
  const neighbours = useNeighbours(list.queryKey, id, toCampaign);
  // A campaign of another charity is none of this one's.
  const isForeign = campaign !== undefined && campaign.charityId !== charityId;
  useLeaveOnError(isLoadingError || isForeign, (options) => {
    if (isAdministrator(profile)) void navigate(adminPaths.users.list(), options);
    else showList(options);
  });
  if (!campaign || isForeign) return <FormLoading title={m.campaigns_edit()} />;
  return (
    <CampaignForm
      key={edition.key}
      title={campaign.name}
      chip={<ActiveChip isActive={campaign.isActive} isFeminine />}
      neighbours={neighbours}
      values={campaignValuesOf(campaign)}
      endBefore={campaign.endDate}
      save={(values) => campaignCalls.change(id, { charityId, ...values })}
      saved={m.campaigns_edited()}
      edits={edition}
    />
  );
}

interface CampaignFormProps {
  title: string;
  chip?: ReactNode;
  neighbours?: Neighbours;
  values: CampaignValues;
  /** The end that is stored, of a campaign that exists. */
  endBefore?: string;
  save: (values: CampaignValues) => Promise<unknown>;
  saved: string;
  edits?: Edition;
}

function CampaignForm(props: CampaignFormProps) {
  const { title, chip, neighbours, values, endBefore, save, saved, edits } = props;
  const { toList, showList } = useCampaignArea();
  const form = useZodForm(campaignSchema(endBefore), values);
  const { submit, reload } = useSave({
    save,
    saved,
    invalidates: CHANGED_CAMPAIGN,
    edits,
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
      <Form
        form={form}
        onSubmit={submit}
        submitLabel={m.kit_save()}
        className="tenant-form"
        aside={
          <LinkButton variant="quiet" to={toList}>
            {m.kit_cancel()}
          </LinkButton>
        }
      >
        <ConflictNotice onReload={reload} />
        <FormSection title={m.campaigns_section_details()} hint={m.campaigns_section_details_hint()}>
          <FormTextField
            name="name"
            label={m.campaigns_name()}
            autoComplete="off"
            className="form-section-wide"
          />
          <FormTextArea
            name="description"
            label={m.field_description()}
            isOptional
            className="form-section-wide"
          />
          <FormTextField
            name="campaignUrl"
            label={m.campaigns_url()}
            hint={m.campaigns_url_hint()}
            type="url"
            isOptional
            className="form-section-wide"
          />
        </FormSection>
        <FormSection title={m.campaigns_section_dates()} hint={m.campaigns_section_dates_hint()}>
          <FormDateField name="startDate" label={m.field_start_date()} />
          <FormDateField name="endDate" label={m.field_end_date()} />
        </FormSection>
        <FormSection title={m.field_logo()} hint={m.campaigns_logo_hint()}>
          <FormPictureField
            name="logoPath"
            label={m.field_logo()}
            kind="campaign"
            isOptional
            className="form-section-wide"
          />
        </FormSection>
      </Form>
    </Page>
  );
}
