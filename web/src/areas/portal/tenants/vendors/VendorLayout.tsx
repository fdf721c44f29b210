import { useParams } from "react-router";
import { vendorEntries } from "@/areas/portal/kit/tenantPages";
import { TenantLayout } from "@/areas/portal/tenants/TenantLayout";
import { vendorCalls, vendors } from "./vendors";

/** Layout of the pages about one vendor, for administrators. */
export function VendorLayout() {
  const { vid = "" } = useParams();
  return (
    <TenantLayout config={vendors} id={vid} query={vendorCalls.oneQuery(vid)} entries={vendorEntries(vid)} />
  );
}
