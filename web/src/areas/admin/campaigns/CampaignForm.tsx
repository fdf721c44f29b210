import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { FormPictureField } from "@/areas/admin/pictures/PictureField";
import { FormSection } from "@/areas/admin/tenants/FormSection";
import { m } from "@/i18n";
import { FormDateField } from "@/shared/form/DateField";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Icon } from "@/ui/Icon";
import { LinkButton } from "@/ui/LinkButton";
import { toast } from "@/ui/toast";
import { CAMPAIGNS } from "./queries";
import { campaignSchema, type CampaignValues } from "./schema";
import { useCampaignsPlace } from "./useCampaignsPlace";

interface CampaignFormProps {
  title: string;
  chip?: ReactNode;
  values: CampaignValues;
  /** The end that is stored, of a campaign that exists. */
  endBefore?: string;
  save: (values: CampaignValues) => Promise<unknown>;
  /** What is said when it is saved. */
  saved: string;
}

/** A campaign to be added or edited; saving leads back to the list. */
export function CampaignForm({ title, chip, values, endBefore, save, saved }: CampaignFormProps) {
  const { toList, showList } = useCampaignsPlace();
  const client = useQueryClient();
  const form = useZodForm(campaignSchema(endBefore), values);
  const mutation = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      toast.success(saved);
      await client.invalidateQueries({ queryKey: CAMPAIGNS });
      showList();
    },
  });

  return (
    <Page title={title}>
      <header className="mb-6">
        <Link to={toList} className="shell-link -ml-1">
          <Icon name="arrow-left" size={18} />
          {m.campaigns_back()}
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <PageHeading className="[overflow-wrap:anywhere]">{title}</PageHeading>
          {chip}
        </div>
      </header>
      <Form
        form={form}
        onSubmit={mutation.mutateAsync}
        submitLabel={m.kit_save()}
        className="tenant-form"
        aside={
          <LinkButton variant="quiet" to={toList}>
            {m.kit_cancel()}
          </LinkButton>
        }
      >
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
