import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { settingsQuery } from "@/api/queries/settings";
import { charityCalls } from "@/areas/portal/tenants/charities/queries";
import { charities, type Charity } from "@/areas/portal/tenants/charities/charities";
import { charityValuesOf } from "@/areas/portal/tenants/charities/schema";
import { FormPictureField } from "@/areas/portal/kit/PictureField";
import { FormLoading, FormSection } from "@/areas/portal/kit/FormSection";
import { useEdit } from "@/areas/portal/kit/useEdit";
import { useLeaveTenant } from "@/areas/portal/kit/useLeaveTenant";
import { useTenant } from "@/shared/page/useTenant";
import { AddressSection, BankSection, VisitorsSection, WebsiteField } from "@/areas/portal/tenants/sections";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { CharityInformationFacts } from "./CharityInformationFacts";
import { CharityPreview } from "./CharityPreview";
import { useCausesAddress } from "@/areas/portal/kit/usePublicAddress";
import { CodeSheet } from "./CodeSheet";
import { InformationForm } from "./InformationForm";
import { charityInformationOf, charityInformationSchema, informationPayload } from "./schema";
import { visitorFields } from "./visitorFields";

export function CharityInformationFormPage() {
  const id = useTenant("cid");
  // Load in parallel with the record.
  usePrefetchQuery(settingsQuery());
  const found = useQuery(charityCalls.oneQuery(id));
  const charity = found.data;
  useLeaveTenant(found, charities.paths.list);
  if (!charity) return <FormLoading title={m.tenants_information()} />;
  return <CharityInformation key={id} charity={charity} />;
}

function CharityInformation({ charity }: { charity: Charity }) {
  const isOwn = !isAdministrator(useProfile());
  const { id, displayName } = charity;
  const address = useCausesAddress(paths.charity(id));
  const edit = useEdit(charity, {
    query: charityCalls.oneQuery(id),
    schema: charityInformationSchema,
    valuesOf: charityInformationOf,
  });
  return (
    <InformationForm
      config={charities}
      tenant={charity}
      edit={edit}
      save={(values) => {
        const whole = isOwn ? {} : charityValuesOf(edit.began);
        return charityCalls.change(edit.began, informationPayload(values, whole));
      }}
      edited={m.charities_information_edited()}
      preview={<CharityPreview charity={charity} form={edit.form} />}
      pagePath={address}
      aside={<CodeSheet name={displayName} address={address} />}
    >
      <FormSection title={m.tenants_section_organization()}>
        <FormTextField name="legalName" label={m.field_legal_name()} className="sm:col-span-full" />
        <WebsiteField />
      </FormSection>
      <AddressSection />
      <FormSection title={m.tenants_section_page()} hint={m.charities_page_hint()}>
        <FormPictureField
          name="logoPath"
          label={m.field_logo()}
          kind="charity"
          className="sm:col-span-full"
        />
        <FormTextArea
          name="introduction"
          label={m.tenants_introduction()}
          hint={m.tenants_introduction_hint()}
          rows={2}
          className="sm:col-span-full"
        />
        <FormTextArea
          name="description"
          label={m.tenants_details()}
          isOptional
          className="sm:col-span-full"
        />
      </FormSection>
      <VisitorsSection fields={visitorFields} />
      {isOwn && charity.givesBank && <BankSection hint={m.tenants_give_bank_hint()} />}
      {isOwn && <CharityInformationFacts charity={charity} />}
    </InformationForm>
  );
}
