import { useQuery } from "@tanstack/react-query";
import { call } from "@/api/client";
import { charities } from "@/areas/admin/charities/about";
import { charityQuery, type Charity } from "@/areas/admin/charities/queries";
import { FormPictureField } from "@/areas/admin/pictures/PictureField";
import { AddressSection } from "@/areas/admin/tenants/AddressSection";
import { FormLoading } from "@/areas/admin/tenants/FormLoading";
import { FormSection } from "@/areas/admin/tenants/FormSection";
import { useKept } from "@/areas/admin/tenants/useKept";
import { useLeaveKept } from "@/areas/admin/tenants/useLeaveKept";
import { WebsiteField } from "@/areas/admin/tenants/WebsiteField";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { useZodForm } from "@/shared/form/useZodForm";
import { CharityFacts } from "./CharityFacts";
import { CharityPreview } from "./CharityPreview";
import { CodeSheet } from "./CodeSheet";
import { InformationForm } from "./InformationForm";
import { charityInformationOf, charityInformationSchema, charityPayload } from "./schema";

export function CharityInformationFormPage() {
  const id = useKept("cid");
  const { data: charity, isError } = useQuery(charityQuery(id));
  useLeaveKept(isError, charities);
  if (!charity) return <FormLoading title={m.tenants_information()} />;
  return <CharityInformation key={id} charity={charity} />;
}

function CharityInformation({ charity }: { charity: Charity }) {
  const isOwn = !isAdministrator(useProfile());
  const form = useZodForm(charityInformationSchema(), charityInformationOf(charity));
  const { id, displayName } = charity;
  return (
    <InformationForm
      about={charities}
      tenant={charity}
      form={form}
      save={(values) =>
        call("put", "/api/v1/Charities/{id}", { path: { id }, body: charityPayload(charity, values) })
      }
      edited={m.charities_information_edited()}
      preview={<CharityPreview charity={charity} form={form} />}
      pagePath={paths.charity(id)}
      aside={<CodeSheet name={displayName} path={paths.charity(id)} />}
    >
      <FormSection title={m.tenants_section_organization()}>
        <FormTextField name="legalName" label={m.field_legal_name()} className="form-section-wide" />
        <WebsiteField />
      </FormSection>
      <AddressSection />
      <FormSection title={m.tenants_section_page()} hint={m.charities_page_hint()}>
        <FormPictureField
          name="logoPath"
          label={m.field_logo()}
          kind="charity"
          className="form-section-wide"
        />
        <FormTextArea
          name="introduction"
          label={m.tenants_introduction()}
          hint={m.tenants_introduction_hint()}
          rows={2}
          className="form-section-wide"
        />
        <FormTextArea
          name="description"
          label={m.tenants_details()}
          isOptional
          className="form-section-wide"
        />
      </FormSection>
      {isOwn && <CharityFacts charity={charity} />}
    </InformationForm>
  );
}
