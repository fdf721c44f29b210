import { useParams } from "react-router";
import { entriesOf } from "@/areas/portal/menu";
import { useProfile } from "@/session/current";
import { TenantLayout } from "@/areas/portal/tenants/TenantLayout";
import { charityCalls } from "./queries";
import { charities } from "./charities";

/** Layout of the pages about one charity, for administrators. */
export function CharityLayout() {
  const { cid = "" } = useParams();
  return (
    <TenantLayout
      config={charities}
      id={cid}
      query={charityCalls.oneQuery(cid)}
      entries={entriesOf("charity", useProfile(), cid)}
    />
  );
}
