import { call } from "@/api/client";
import { AddTenant } from "@/areas/admin/tenants/AddTenant";
import { m } from "@/i18n";
import { vendors } from "./about";
import { formOf, newVendor, vendorSchema } from "./schema";
import { VendorFields } from "./VendorFields";

export function AddVendorFormPage() {
  return (
    <AddTenant
      about={vendors}
      schema={vendorSchema()}
      values={newVendor}
      save={(values) => call("post", "/api/v1/Vendors", { body: formOf(values) })}
      created={m.vendors_created()}
    >
      <VendorFields />
    </AddTenant>
  );
}
