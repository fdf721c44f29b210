import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { categoriesQuery } from "@/api/queries/choices";
import { vendorCount, vendorPages } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { choicesInLanguage } from "@/lib/inLanguage";
import { paths } from "@/paths";
import { useChosenRegionId } from "@/session/region";
import { CatalogueFilters } from "@/features/catalogue/CatalogueFilters";
import { CatalogueHead } from "@/features/catalogue/CatalogueHead";
import { ActiveFilters } from "@/features/catalogue/ActiveFilters";
import { useAddressFilter } from "@/shared/page/useAddressFilter";
import { Page } from "@/shared/page/Page";
import { NearField } from "./NearField";
import { VendorRows } from "./VendorRows";
import { isUnknownPlace, useNear } from "./useNear";

/** Shops of the chosen region, filtered by category and name. */
export function VendorListPage() {
  const filter = useAddressFilter();
  const categoryId = filter.read("cate");
  const searchText = filter.read("q");
  const { data: categories = [] } = useQuery({ ...categoriesQuery(), select: choicesInLanguage });
  const { near, lookFrom, lookFor } = useNear(filter);
  const regionId = useChosenRegionId();
  const vendors = useInfiniteQuery(vendorPages({ categoryId, searchText, regionId, near }));
  const category = categories.find(({ value }) => value === categoryId);
  const title = category?.text ?? m.shop_vendors_title();

  return (
    <Page title={title} description={m.shop_description()}>
      <CatalogueHead title={title}>
        <CatalogueFilters
          filter={filter}
          kind={{
            parameter: "cate",
            label: m.field_category(),
            allLabel: m.shop_all_categories(),
            choices: categories,
          }}
          searchLabel={m.shop_search()}
          onSearch={lookFor}
        >
          <NearField
            value={near}
            onNear={lookFrom}
            isUnknown={isUnknownPlace(near, vendors.data?.pages[0]?.items)}
          />
        </CatalogueFilters>
      </CatalogueHead>
      <div className="page py-8 md:py-10">
        <VendorRows
          query={vendors}
          pathOf={paths.vendor}
          empty={
            <ActiveFilters
              filter={filter}
              kind={{ parameter: "cate", chosen: category?.text }}
              countOf={({ kind, ...others }) => vendorCount({ categoryId: kind, ...others })}
              sentence={m.shop_nothing_matches}
              otherwise={m.shop_none_yet()}
              showAllLabel={m.shop_show_all()}
            />
          }
        />
      </div>
    </Page>
  );
}
