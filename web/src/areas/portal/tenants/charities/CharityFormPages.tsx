import { AddPage } from "@/areas/portal/kit/ResourceFormPages";
import type { RecordForm } from "@/areas/portal/kit/resource";
import { createdText, EditTenant, type Added } from "@/areas/portal/tenants/TenantForms";
import { charitySchema, charityValuesOf, type CharityValues } from "./schema";
import { CharityFields } from "./CharityFields";
import { charityCalls } from "./queries";
import { charities, type Charity } from "./charities";

const form: RecordForm<Charity, CharityValues, Added> = {
  schema: charitySchema,
  valuesOf: charityValuesOf,
  Fields: CharityFields,
  create: (values) => charityCalls.create(values) as Promise<Added>,
  change: (began, values) => charityCalls.change(began, values),
  createdText: (added) => createdText(charities, added),
};

export function AddCharityFormPage() {
  return <AddPage resource={charities} form={form} />;
}

export function EditCharityFormPage() {
  return <EditTenant tenants={charities} form={form} />;
}
