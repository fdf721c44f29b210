import { narrowingOf } from "@/areas/portal/tenants/narrowing";
import { AddTenant, EditTenant, type Added, type TenantForm } from "@/areas/portal/tenants/TenantForms";
import { charityCalls } from "./queries";
import { charities, type Charity } from "./charities";
import { CharityFields } from "./CharityFields";
import { charitySchema, charityValuesOf, newCharity, type CharityValues } from "./schema";

const form: TenantForm<Charity, CharityValues> = {
  listQuery: (list) => charityCalls.listQuery(list, narrowingOf(list)),
  query: charityCalls.oneQuery,
  schema: charitySchema,
  fresh: newCharity,
  valuesOf: charityValuesOf,
  Fields: CharityFields,
  create: (values) => charityCalls.create(values) as Promise<Added>,
  change: charityCalls.change,
};

export function AddCharityFormPage() {
  return <AddTenant config={charities} form={form} />;
}

export function EditCharityFormPage() {
  return <EditTenant config={charities} form={form} />;
}
