import { organizationTypesQuery } from "@/api/queries/choices";
import { regionsQuery } from "@/api/queries/regions";
import { FormPictureField } from "@/areas/admin/kit/PictureField";
import { FormSection } from "@/areas/admin/kit/FormSection";
import {
  AddressSection,
  BankSection,
  ChoiceField,
  ContactSection,
  WebsiteField,
} from "@/areas/admin/tenants/sections";
import { m } from "@/i18n";
import { choicesInLanguage } from "@/lib/inLanguage";
import { BusinessNumberField } from "@/areas/admin/tenants/BusinessNumberField";
import { FormTextArea, FormTextField } from "@/shared/form/fields";

/** Everything that an administrator knows of a charity. */
export function CharityFields() {
  return (
    <>
      <FormSection title={m.tenants_section_organization()} hint={m.tenants_section_business_hint()}>
        <FormTextField name="legalName" label={m.field_legal_name()} />
        <FormTextField name="displayName" label={m.tenants_display_name()} />
        <BusinessNumberField name="businessNumber" />
        <ChoiceField
          name="organizationId"
          label={m.field_organization_type()}
          query={{ ...organizationTypesQuery(), select: choicesInLanguage }}
        />
        <ChoiceField name="regionId" label={m.tenants_region()} query={regionsQuery()} />
      </FormSection>
      <ContactSection />
      <AddressSection />
      <BankSection />
      <FormSection title={m.tenants_section_page()} hint={m.tenants_section_page_hint()}>
        <FormPictureField
          name="logoPath"
          label={m.field_logo()}
          kind="charity"
          isOptional
          className="sm:col-span-full"
        />
        <WebsiteField />
        <FormTextArea
          name="introduction"
          label={m.tenants_introduction()}
          hint={m.tenants_introduction_hint()}
          rows={2}
          isOptional
          className="sm:col-span-full"
        />
        <FormTextArea
          name="description"
          label={m.tenants_details()}
          isOptional
          className="sm:col-span-full"
        />
      </FormSection>
    </>
  );
}
