import { organizationTypesQuery } from "@/api/queries/choices";
import { regionsQuery } from "@/api/queries/regions";
import { EditableSection } from "@/areas/portal/tenants/EditableSection";
import {
  AddressSection,
  BankSection,
  choiceField,
  ContactSection,
  nameFields,
  pageFields,
  WIDE,
} from "@/areas/portal/tenants/sections";
import { m } from "@/i18n";
import { choicesInLanguage } from "@/lib/inLanguage";
import { FormTextArea } from "@/shared/form/fields";

/** Fields of a charity for administrators. */
export function CharityFields() {
  return (
    <>
      <EditableSection
        title={m.tenants_section_organization()}
        hint={m.tenants_section_business_hint()}
        fields={[
          ...nameFields(),
          choiceField("organizationId", m.field_organization_type(), {
            ...organizationTypesQuery(),
            select: choicesInLanguage,
          }),
          choiceField("regionId", m.tenants_region(), regionsQuery()),
        ]}
      />
      <ContactSection />
      <AddressSection />
      <BankSection />
      <EditableSection
        title={m.tenants_section_page()}
        hint={m.tenants_section_page_hint()}
        fields={pageFields("charity", [
          {
            name: "introduction",
            label: m.tenants_introduction(),
            input: (field) => (
              <FormTextArea
                {...field}
                hint={m.tenants_introduction_hint()}
                rows={2}
                isOptional
                className={WIDE}
              />
            ),
          },
          {
            name: "description",
            label: m.tenants_details(),
            input: (field) => <FormTextArea {...field} isOptional className={WIDE} />,
          },
        ])}
      />
    </>
  );
}
