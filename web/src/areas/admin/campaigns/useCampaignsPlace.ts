import { useParams } from "react-router";
import { useListPlace } from "@/areas/admin/lists/useListPlace";
import { useKept } from "@/areas/admin/tenants/useKept";
import { adminPaths } from "@/adminPaths";

/** Whose campaigns a page is about, and the ways between their pages: a charity's own, or as seen from above. */
export function useCampaignsPlace() {
  const { cid } = useParams();
  const area = adminPaths.charityArea(cid);
  const { at, showList } = useListPlace(area.campaigns());
  return {
    charityId: useKept("cid"),
    toList: at(area.campaigns()),
    toAdd: at(area.addCampaign()),
    toCampaign: (id: string) => at(area.campaign(id)),
    showList,
  };
}
