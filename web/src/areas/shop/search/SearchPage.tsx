import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { vendorCount } from "@/api/queries/shopWindow";
import { campaignsFound, causesFound, shopsFound } from "@/api/queries/search";
import { CampaignRow } from "@/areas/shop/charities/CampaignRow";
import { CauseNote } from "@/areas/shop/charities/CauseNote";
import { NearField } from "@/areas/shop/vendors/NearField";
import { ShopTile } from "@/areas/shop/vendors/ShopTile";
import { isUnknownPlace, useNear } from "@/areas/shop/vendors/useNear";
import { shopTiles } from "@/areas/shop/vendors/VendorRows";
import { brand } from "@/brands/current";
import { CatalogueHead } from "@/features/catalogue/CatalogueHead";
import { RegionChip } from "@/features/catalogue/RegionChip";
import { ActiveFilters } from "@/features/catalogue/ActiveFilters";
import { m } from "@/i18n";
import { paths, withQuery } from "@/paths";
import { useChosenRegionId } from "@/session/region";
import { Page } from "@/shared/page/Page";
import { RetryScene } from "@/shared/page/RetryScene";
import { useAddressFilter } from "@/shared/page/useAddressFilter";
import { EmptyState } from "@/ui/layout/EmptyState";
import { SearchBox } from "@/ui/form/SearchBox";
import { SkeletonCard, SkeletonGroup } from "@/ui/layout/Skeleton";

/** Delay after typing. It is short because results are suggestions. */
const WAITS_MS = 200;

/** Search over shops, causes and campaigns, with the best matches of each while typing. */
export function SearchPage() {
  const filter = useAddressFilter();
  const searchText = filter.read("q");
  const regionId = useChosenRegionId();
  const { near, lookFrom, lookFor } = useNear(filter);
  const hasCauses = brand.hasCharities && searchText !== "";
  const shops = useQuery(shopsFound(searchText, regionId, near));
  const causes = useQuery({ ...causesFound(searchText, regionId), enabled: hasCauses });
  const campaigns = useQuery({ ...campaignsFound(searchText), enabled: hasCauses });
  const lists = hasCauses ? [shops, causes, campaigns] : [shops];
  const waiting = lists.filter(({ isPending }) => isPending).length;
  const failed = lists.find(({ isLoadingError }) => isLoadingError);
  const isEmpty = lists.every(({ data, isPlaceholderData }) => data?.totalItems === 0 && !isPlaceholderData);
  const words = brand.hasCharities ? m.search_all() : m.search_shops();

  return (
    <Page title={m.shell_search()} description={words}>
      <CatalogueHead title={m.shell_search()}>
        <SearchBox
          label={words}
          value={searchText}
          onSearch={lookFor}
          waitsMs={WAITS_MS}
          isFocused
          className="mt-6 max-w-160"
        />
        <div className="mt-4 max-w-50">
          <NearField value={near} onNear={lookFrom} isUnknown={isUnknownPlace(near, shops.data?.items)} />
        </div>
        <RegionChip />
      </CatalogueHead>
      <div className="page grid gap-12 py-8 md:py-10">
        {failed && <RetryScene error={failed.error} onRetry={() => void failed.refetch()} />}
        {isEmpty && (
          <EmptyState scene="nothing-found" title={m.catalogue_no_data()} isReasonLarge>
            <ActiveFilters
              filter={filter}
              countOf={({ kind, ...others }) => vendorCount({ categoryId: kind, ...others })}
              sentence={m.search_nothing_matches}
              otherwise={m.shop_none_yet()}
              showAllLabel={m.shop_show_all()}
            />
          </EmptyState>
        )}
        <Found
          query={shops}
          title={m.shop_shops()}
          all={{ to: withQuery(paths.vendorList(), { q: searchText, near }), label: m.search_all_shops() }}
          className={shopTiles}
        >
          {(shop) => <ShopTile vendor={shop} to={paths.vendor(shop.id)} />}
        </Found>
        {/* Show the lists in order: a list above another one would push it down when it arrives later. */}
        {hasCauses && !shops.isPending && (
          <>
            <Found
              query={causes}
              title={m.search_causes()}
              all={{ to: withQuery(paths.charities(), { q: searchText }), label: m.search_all_causes() }}
              className="cause-board grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] gap-x-6 gap-y-7 *:grid"
            >
              {(charity) => <CauseNote charity={charity} />}
            </Found>
            {!causes.isPending && (
              <Found query={campaigns} title={m.search_campaigns()} className="grid gap-4">
                {(campaign) => (
                  <CampaignRow
                    campaign={campaign}
                    to={paths.charityVendors(campaign.charityId, campaign.id)}
                    showsCharity
                  />
                )}
              </Found>
            )}
          </>
        )}
        {/* Placeholders remount below each new list, which would otherwise push them down. */}
        {waiting > 0 && (
          <SkeletonGroup key={waiting} className={shopTiles}>
            {[1, 2, 3, 4].map((place) => (
              <SkeletonCard key={place} />
            ))}
          </SkeletonGroup>
        )}
      </div>
    </Page>
  );
}

interface FoundProps<Item> {
  query: UseQueryResult<{ items: Item[]; totalItems: number }>;
  title: string;
  /** Link to all results. */
  all?: { to: string; label: string };
  className: string;
  children: (item: Item) => ReactNode;
}

/** Best matches of one kind, with a link to all of them if there are more. */
function Found<Item extends { id: string }>({ query, title, all, className, children }: FoundProps<Item>) {
  const { data } = query;
  if (!data || data.items.length === 0) return null;
  return (
    <section>
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-2xl">{title}</h2>
        {all && data.totalItems > data.items.length && (
          <Link to={all.to} className="inline-flex min-h-11 items-center font-semibold">
            {all.label} ({data.totalItems})
          </Link>
        )}
      </div>
      <ul className={className}>
        {data.items.map((item) => (
          <li key={item.id}>{children(item)}</li>
        ))}
      </ul>
    </section>
  );
}
