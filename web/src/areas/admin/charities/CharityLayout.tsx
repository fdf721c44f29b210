import { useParams } from "react-router";
import { charityEntries } from "@/areas/admin/shell/sidebar";
import { KeptLayout } from "@/areas/admin/tenants/KeptLayout";
import { charities } from "./about";
import { charityQuery } from "./queries";

/** Around the pages about one charity, as administrators see them. */
export function CharityLayout() {
  const { cid = "" } = useParams();
  return (
    <KeptLayout
      about={charities}
      id={cid}
      query={charityQuery(cid)}
      entries={charityEntries(cid)}
      parameter="cid"
    />
  );
}
