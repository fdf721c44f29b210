import { m } from "@/i18n";
import { FormTextField } from "@/shared/form/fields";
import { PlaceSearch } from "./PlaceSearch";

export function RegionFields() {
  return (
    <>
      <PlaceSearch />
      <FormTextField name="name" label={m.field_name()} autoComplete="off" />
      <FormTextField name="province" label={m.field_province()} autoComplete="off" />
      <FormTextField name="country" label={m.regions_country()} autoComplete="off" />
      <FormTextField name="postalCode" label={m.field_postal_code()} autoComplete="off" />
    </>
  );
}
