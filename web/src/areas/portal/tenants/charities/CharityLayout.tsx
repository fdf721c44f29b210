import { useParams } from "react-router";
import { charityEntries } from "@/areas/portal/kit/tenantPages";
import { TenantLayout } from "@/areas/portal/tenants/TenantLayout";
import { charityCalls, charities } from "./charities";

/** Layout of the pages about one charity, for administrators. */
export function CharityLayout() {
  const { cid = "" } = useParams();
  return (
    <TenantLayout
      config={charities}
      id={cid}
      query={charityCalls.oneQuery(cid)}
      entries={charityEntries(cid)}
    />
  );
}
