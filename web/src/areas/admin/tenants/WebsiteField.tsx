import { m } from "@/i18n";
import { FormTextField } from "@/shared/form/fields";

export function WebsiteField() {
  return (
    <FormTextField
      name="website"
      label={m.tenants_website()}
      hint={m.tenants_website_hint()}
      type="url"
      isOptional
      className="form-section-wide"
    />
  );
}
