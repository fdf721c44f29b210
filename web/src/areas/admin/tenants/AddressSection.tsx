import { m } from "@/i18n";
import { FormTextField } from "@/shared/form/fields";
import { FormSection } from "./FormSection";

export function AddressSection() {
  return (
    <FormSection title={m.tenants_section_address()} hint={m.tenants_section_address_hint()}>
      <FormTextField
        name="address.addressLine1"
        label={m.field_address_line1()}
        className="form-section-wide"
      />
      <FormTextField
        name="address.addressLine2"
        label={m.field_address_line2()}
        isOptional
        className="form-section-wide"
      />
      <FormTextField name="address.city" label={m.field_city()} />
      <FormTextField name="address.province" label={m.field_province()} />
      <FormTextField name="address.postalCode" label={m.field_postal_code()} />
    </FormSection>
  );
}
