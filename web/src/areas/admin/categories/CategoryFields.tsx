import { FormPictureField } from "@/areas/admin/pictures/PictureField";
import { m } from "@/i18n";
import { FormCheckbox, FormTextField } from "@/shared/form/fields";

export function CategoryFields() {
  return (
    <>
      <FormTextField name="text" label={m.field_name()} autoComplete="off" />
      <FormPictureField name="logoPath" label={m.field_logo()} kind="category" isOptional />
      <FormCheckbox name="isPopular" label={m.categories_is_popular()} />
      <FormTextField
        name="popularName"
        label={m.categories_popular_name()}
        hint={m.categories_popular_name_hint()}
        autoComplete="off"
        isOptional
      />
      <FormTextField
        name="urlText"
        label={m.categories_url_text()}
        hint={m.categories_url_text_hint()}
        autoComplete="off"
        autoCapitalize="none"
        isOptional
      />
    </>
  );
}
