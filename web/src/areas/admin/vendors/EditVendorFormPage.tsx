import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { call } from "@/api/client";
import { useLeaveOnError } from "@/areas/admin/lists/useLeaveOnError";
import { EditTenant } from "@/areas/admin/tenants/EditTenant";
import { FormLoading } from "@/areas/admin/tenants/FormLoading";
import { m } from "@/i18n";
import { vendors } from "./about";
import { vendorQuery } from "./queries";
import { formOf, valuesOf, vendorSchema } from "./schema";
import { VendorFields } from "./VendorFields";

export function EditVendorFormPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { data: vendor, isError } = useQuery(vendorQuery(id));
  useLeaveOnError(isError, (options) => void navigate(vendors.places.list, options));
  if (!vendor) return <FormLoading title={m.vendors_edit()} />;
  return (
    <EditTenant
      about={vendors}
      tenant={vendor}
      schema={vendorSchema(vendor)}
      values={valuesOf(vendor)}
      save={(values) => call("put", "/api/v1/Vendors/{id}", { path: { id }, body: formOf(values) })}
      edited={m.vendors_edited()}
    >
      <VendorFields />
    </EditTenant>
  );
}
