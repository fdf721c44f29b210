import { useParams } from "react-router";
import { vendorEntries } from "@/areas/admin/kit/tenantPages";
import { TenantLayout } from "@/areas/admin/tenants/TenantLayout";
import { vendorCalls, vendors } from "./vendors";

/** Layout of the pages about one vendor, for administrators. */
export function VendorLayout() {
  const { vid = "" } = useParams();
  return (
    <TenantLayout config={vendors} id={vid} query={vendorCalls.oneQuery(vid)} entries={vendorEntries(vid)} />
  );
}
