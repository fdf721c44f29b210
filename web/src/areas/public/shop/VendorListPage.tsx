import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { categoriesQuery } from "@/api/queries/choices";
import { vendorPages } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { chosenRegionId } from "@/session/region";
import { CatalogueHead } from "@/shared/catalogue/CatalogueHead";
import { SearchBox } from "@/ui/SearchBox";
import { FilterSelect } from "@/shared/catalogue/FilterSelect";
import { useAddressFilter } from "@/shared/catalogue/useAddressFilter";
import { Page } from "@/shared/page/Page";
import { Button } from "@/ui/Button";
import { VendorRows } from "./VendorRows";

/** All shops of the chosen region, by category and by name. */
export function VendorListPage() {
  const filter = useAddressFilter();
  const categoryId = filter.read("cate");
  const searchText = filter.read("q");
  const { data: categories = [] } = useQuery(categoriesQuery());
  const vendors = useInfiniteQuery({
    ...vendorPages({ categoryId, searchText, regionId: chosenRegionId() }),
    meta: { showsItsOwnErrors: true },
  });
  const category = categories.find(({ value }) => value === categoryId);
  const title = category?.text ?? m.shop_vendors_title();

  return (
    <Page title={title} description={m.shop_description()}>
      <CatalogueHead title={title}>
        <div className="catalogue-filters">
          <FilterSelect
            label={m.shop_category()}
            choices={[{ value: "", text: m.shop_all_categories() }, ...categories]}
            value={category ? categoryId : ""}
            onPick={(value) => filter.write("cate", value)}
          />
          <SearchBox
            label={m.shop_search()}
            value={searchText}
            onSearch={(text) => filter.write("q", text)}
            className="grow"
          />
        </div>
      </CatalogueHead>
      <div className="page py-8 md:py-10">
        <VendorRows
          query={vendors}
          pathOf={paths.vendor}
          empty={
            <>
              <p>{m.shop_nothing_found()}</p>
              <Button className="mt-5" onClick={filter.clear}>
                {m.shop_show_all()}
              </Button>
            </>
          }
        />
      </div>
    </Page>
  );
}
