import { useInfiniteQuery } from "@tanstack/react-query";
import { campaignCount, campaignPages, type PublicVendor } from "@/api/queries/shopWindow";
import { CampaignRows } from "@/areas/shop/charities/CampaignRows";
import { ActiveFilters } from "@/features/catalogue/ActiveFilters";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useAddressFilter } from "@/shared/page/useAddressFilter";
import { SearchBox } from "@/ui/form/SearchBox";
import { OfferedCards } from "./OfferedCards";

/** List of causes that a card of this shop can support. */
export function CampaignPicker({ vendor }: { vendor: PublicVendor }) {
  // The search is part of the address, so that it survives going back from a card.
  const filter = useAddressFilter();
  const searchText = filter.read("q");
  const campaigns = useInfiniteQuery(campaignPages({ charityId: "", searchText }));
  return (
    <>
      <OfferedCards vendor={vendor} />
      <h2 className="text-xl">{m.shop_or_another_cause()}</h2>
      <SearchBox
        label={m.shop_search_campaigns()}
        value={searchText}
        onSearch={(text) => filter.write("q", text)}
        className="my-5"
      />
      <CampaignRows
        query={campaigns}
        pathOf={({ id }) => paths.charityCard(vendor.id, id)}
        showsCharity
        empty={
          <ActiveFilters
            filter={filter}
            hasRegions={false}
            countOf={({ searchText: text }) => campaignCount({ charityId: "", searchText: text })}
            sentence={m.causes_no_campaign_matches}
            otherwise={m.causes_no_campaigns()}
            showAllLabel={m.causes_show_all_campaigns()}
          />
        }
      />
    </>
  );
}
