import { m } from "@/i18n";
import { FormTextArea, FormTextField } from "@/shared/form/fields";

export function OrganizationFields() {
  return (
    <>
      <FormTextField name="name" label={m.field_name()} autoComplete="off" />
      <FormTextArea name="description" label={m.field_description()} isOptional />
    </>
  );
}
