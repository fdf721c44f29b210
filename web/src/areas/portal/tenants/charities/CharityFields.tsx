import { organizationTypesQuery } from "@/api/queries/choices";
import { regionsQuery } from "@/api/queries/regions";
import { FormPictureField } from "@/areas/portal/kit/PictureField";
import { ChoiceName, FactSection, LogoFact } from "@/areas/portal/tenants/readFirst";
import {
  AddressSection,
  BankSection,
  ChoiceField,
  ContactSection,
  WebsiteField,
} from "@/areas/portal/tenants/sections";
import { m } from "@/i18n";
import { choicesInLanguage } from "@/lib/inLanguage";
import { BusinessNumberField, businessNumberText } from "@/areas/portal/tenants/BusinessNumberField";
import { FormTextArea, FormTextField } from "@/shared/form/fields";

/** Fields of a charity for administrators. */
export function CharityFields() {
  const types = { ...organizationTypesQuery(), select: choicesInLanguage };
  return (
    <>
      <FactSection
        title={m.tenants_section_organization()}
        hint={m.tenants_section_business_hint()}
        facts={[
          { name: "legalName", term: m.field_legal_name() },
          { name: "displayName", term: m.tenants_display_name() },
          { name: "businessNumber", term: m.field_business_number(), text: businessNumberText },
          {
            name: "organizationId",
            term: m.field_organization_type(),
            text: (value) => <ChoiceName value={value} query={types} />,
          },
          {
            name: "regionId",
            term: m.tenants_region(),
            text: (value) => <ChoiceName value={value} query={regionsQuery()} />,
          },
        ]}
      >
        <FormTextField name="legalName" label={m.field_legal_name()} />
        <FormTextField name="displayName" label={m.tenants_display_name()} />
        <BusinessNumberField name="businessNumber" />
        <ChoiceField name="organizationId" label={m.field_organization_type()} query={types} />
        <ChoiceField name="regionId" label={m.tenants_region()} query={regionsQuery()} />
      </FactSection>
      <ContactSection />
      <AddressSection />
      <BankSection />
      <FactSection
        title={m.tenants_section_page()}
        hint={m.tenants_section_page_hint()}
        facts={[
          { name: "website", term: m.tenants_website() },
          { name: "introduction", term: m.tenants_introduction() },
          { name: "description", term: m.tenants_details() },
          {
            name: "logoPath",
            term: m.field_logo(),
            text: (key) => <LogoFact kind="charity" pictureKey={key} />,
          },
        ]}
      >
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
      </FactSection>
    </>
  );
}
