import { useParams } from "react-router";
import { entriesOf } from "@/areas/portal/menu";
import { useProfile } from "@/session/current";
import { TenantLayout } from "@/areas/portal/tenants/TenantLayout";
import { vendorCalls } from "./queries";
import { vendors } from "./vendors";

/** Layout of the pages about one vendor, for administrators. */
export function VendorLayout() {
  const { vid = "" } = useParams();
  return (
    <TenantLayout
      config={vendors}
      id={vid}
      query={vendorCalls.oneQuery(vid)}
      entries={entriesOf("vendor", useProfile(), vid)}
    />
  );
}
