import { narrowingOf } from "@/areas/portal/tenants/narrowing";
import { AddTenant, EditTenant, type Added, type TenantForm } from "@/areas/portal/tenants/TenantForms";
import { formOf, newVendor, vendorSchema, vendorValuesOf, type VendorValues } from "./schema";
import { VendorFields } from "./VendorFields";
import { vendorCalls } from "./queries";
import { vendors, type Vendor } from "./vendors";

const form: TenantForm<Vendor, VendorValues> = {
  listQuery: (list) => vendorCalls.listQuery(list, narrowingOf(list)),
  query: vendorCalls.oneQuery,
  schema: vendorSchema,
  fresh: newVendor,
  valuesOf: vendorValuesOf,
  Fields: VendorFields,
  create: (values) => vendorCalls.create(formOf(values)) as Promise<Added>,
  change: (began, values) => vendorCalls.change(began, formOf(values)),
};

export function AddVendorFormPage() {
  return <AddTenant config={vendors} form={form} />;
}

export function EditVendorFormPage() {
  return <EditTenant config={vendors} form={form} />;
}
