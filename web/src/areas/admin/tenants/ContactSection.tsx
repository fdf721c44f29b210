import { m } from "@/i18n";
import { FormTextField } from "@/shared/form/fields";
import { FormSection } from "./FormSection";

export function ContactSection() {
  return (
    <FormSection title={m.tenants_section_contact()} hint={m.tenants_section_contact_hint()}>
      <FormTextField name="primaryContact.firstName" label={m.field_first_name()} autoComplete="off" />
      <FormTextField name="primaryContact.lastName" label={m.field_last_name()} autoComplete="off" />
      <FormTextField
        name="primaryContact.email"
        label={m.field_email()}
        type="email"
        autoComplete="off"
        className="form-section-wide"
      />
      <FormTextField
        name="primaryContact.workPhoneNumber"
        label={m.field_work_phone()}
        type="tel"
        autoComplete="off"
      />
      <FormTextField
        name="primaryContact.phoneNumber"
        label={m.field_mobile_phone()}
        type="tel"
        autoComplete="off"
      />
    </FormSection>
  );
}
