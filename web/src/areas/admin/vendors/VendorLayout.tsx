import { useParams } from "react-router";
import { vendorEntries } from "@/areas/admin/shell/sidebar";
import { KeptLayout } from "@/areas/admin/tenants/KeptLayout";
import { vendors } from "./about";
import { vendorQuery } from "./queries";

/** Around the pages about one vendor, as administrators see them. */
export function VendorLayout() {
  const { vid = "" } = useParams();
  return (
    <KeptLayout
      about={vendors}
      id={vid}
      query={vendorQuery(vid)}
      entries={vendorEntries(vid)}
      parameter="vid"
    />
  );
}
