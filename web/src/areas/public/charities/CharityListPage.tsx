import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { organizationTypesQuery } from "@/api/queries/choices";
import { charityPages } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { chosenRegionId } from "@/session/region";
import { CatalogueHead } from "@/shared/catalogue/CatalogueHead";
import { InfiniteList } from "@/shared/catalogue/InfiniteList";
import { SearchBox } from "@/ui/SearchBox";
import { FilterSelect } from "@/shared/catalogue/FilterSelect";
import { useAddressFilter } from "@/shared/catalogue/useAddressFilter";
import { Page } from "@/shared/page/Page";
import { Button } from "@/ui/Button";
import { Skeleton } from "@/ui/Skeleton";
import { CauseNote } from "./CauseNote";

/** All causes of the chosen region, by kind and by name. */
export function CharityListPage() {
  const filter = useAddressFilter();
  const organizationId = filter.read("type");
  const searchText = filter.read("q");
  const { data: types = [] } = useQuery(organizationTypesQuery());
  const charities = useInfiniteQuery({
    ...charityPages({ organizationId, searchText, regionId: chosenRegionId() }),
    meta: { showsItsOwnErrors: true },
  });
  const isKnownType = types.some(({ value }) => value === organizationId);

  return (
    <Page title={m.causes_title()} description={m.causes_description()}>
      <CatalogueHead title={m.causes_title()} lead={m.causes_lead()}>
        <div className="catalogue-filters">
          <FilterSelect
            label={m.causes_type()}
            choices={[{ value: "", text: m.causes_all_types() }, ...types]}
            value={isKnownType ? organizationId : ""}
            onPick={(value) => filter.write("type", value)}
          />
          <SearchBox
            label={m.causes_search()}
            value={searchText}
            onSearch={(text) => filter.write("q", text)}
            className="grow"
          />
        </div>
      </CatalogueHead>
      <div className="page py-8 md:py-10">
        <InfiniteList
          query={charities}
          label={m.causes_title()}
          itemKey={({ id }) => id}
          countLabel={(count) => (count === 1 ? m.causes_count_one() : m.causes_count({ count }))}
          className="cause-board"
          placeholder={
            <>
              <Skeleton className="h-56 rounded-card" />
              <Skeleton className="h-56 rounded-card" />
              <Skeleton className="h-56 rounded-card" />
            </>
          }
          empty={
            <>
              <p>{m.causes_nothing_found()}</p>
              <Button className="mt-5" onClick={filter.clear}>
                {m.causes_show_all()}
              </Button>
            </>
          }
        >
          {(charity) => <CauseNote charity={charity} />}
        </InfiniteList>
      </div>
    </Page>
  );
}
