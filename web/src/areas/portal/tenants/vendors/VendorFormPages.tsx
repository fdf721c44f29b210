import { AddPage } from "@/areas/portal/kit/ResourceFormPages";
import type { RecordForm } from "@/areas/portal/kit/resource";
import { createdText, EditTenant, type Added } from "@/areas/portal/tenants/TenantForms";
import { formOf, vendorSchema, vendorValuesOf, type VendorValues } from "./schema";
import { VendorFields } from "./VendorFields";
import { vendorCalls } from "./queries";
import { vendors, type Vendor } from "./vendors";

const form: RecordForm<Vendor, VendorValues, Added> = {
  schema: vendorSchema,
  valuesOf: vendorValuesOf,
  Fields: VendorFields,
  create: (values) => vendorCalls.create(formOf(values)) as Promise<Added>,
  change: (began, values) => vendorCalls.change(began, formOf(values)),
  createdText: (added) => createdText(vendors, added),
};

export function AddVendorFormPage() {
  return <AddPage resource={vendors} form={form} />;
}

export function EditVendorFormPage() {
  return <EditTenant tenants={vendors} form={form} />;
}
