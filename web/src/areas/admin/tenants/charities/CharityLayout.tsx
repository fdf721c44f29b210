import { useParams } from "react-router";
import { charityEntries } from "@/areas/admin/kit/tenantPages";
import { TenantLayout } from "@/areas/admin/tenants/TenantLayout";
import { charityCalls, charities } from "./charities";

/** Around the pages about one charity, as administrators see them. */
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
