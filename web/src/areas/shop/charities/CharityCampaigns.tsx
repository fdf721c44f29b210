import { useInfiniteQuery } from "@tanstack/react-query";
import { campaignPages, type PublicCharity } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { CampaignRows } from "./CampaignRows";

/** Campaigns of a charity. */
export function CharityCampaigns({ charity }: { charity: PublicCharity }) {
  const campaigns = useInfiniteQuery(campaignPages({ charityId: charity.id, searchText: "" }));
  return (
    <>
      {/* The selected tab shows this title visually; screen readers need a heading. */}
      <h2 className="sr-only">{m.causes_campaigns()}</h2>
      <CampaignRows
        query={campaigns}
        pathOf={({ id }) => paths.charityVendors(charity.id, id)}
        staysOnPage
        empty={m.causes_no_campaigns()}
      />
    </>
  );
}
