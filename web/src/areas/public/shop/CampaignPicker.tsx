import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { campaignPages, type PublicVendor } from "@/api/queries/shopWindow";
import { CampaignRows } from "@/areas/public/charities/CampaignRows";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { SearchBox } from "@/ui/SearchBox";

/** Which cause a card of this shop shall support. */
export function CampaignPicker({ vendor }: { vendor: PublicVendor }) {
  const [searchText, setSearchText] = useState("");
  const campaigns = useInfiniteQuery({
    ...campaignPages({ charityId: "", searchText }),
    meta: { showsItsOwnErrors: true },
  });
  return (
    <>
      <h2 className="text-xl">{m.shop_choose_campaign()}</h2>
      <SearchBox
        label={m.shop_search_campaigns()}
        value={searchText}
        onSearch={setSearchText}
        className="my-5"
      />
      <CampaignRows
        query={campaigns}
        pathOf={({ id }) => paths.charityCard(vendor.id, id)}
        showsCharity
        empty={m.causes_no_campaigns_found()}
      />
    </>
  );
}
