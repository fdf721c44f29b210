import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { organizationTypesQuery } from "@/api/queries/choices";
import { charityCount, charityPages } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { choicesInLanguage } from "@/lib/inLanguage";
import { useChosenRegionId } from "@/session/region";
import { CatalogueFilters } from "@/features/catalogue/CatalogueFilters";
import { CatalogueHead } from "@/features/catalogue/CatalogueHead";
import { ActiveFilters } from "@/features/catalogue/ActiveFilters";
import { InfiniteList } from "@/shared/page/InfiniteList";
import { useAddressFilter } from "@/shared/page/useAddressFilter";
import { Page } from "@/shared/page/Page";
import { Skeleton } from "@/ui/layout/Skeleton";
import { CauseNote } from "./CauseNote";

/** Causes of the chosen region, filtered by type and name. */
export function CharityListPage() {
  const filter = useAddressFilter();
  const organizationId = filter.read("type");
  const searchText = filter.read("q");
  const { data: types = [] } = useQuery({ ...organizationTypesQuery(), select: choicesInLanguage });
  const charities = useInfiniteQuery(
    charityPages({ organizationId, searchText, regionId: useChosenRegionId() }),
  );

  return (
    <Page title={m.causes_title()} description={m.causes_description()}>
      <CatalogueHead title={m.causes_title()} lead={m.causes_lead()}>
        <CatalogueFilters
          filter={filter}
          kind={{
            parameter: "type",
            label: m.causes_type(),
            allLabel: m.causes_all_types(),
            choices: types,
          }}
          searchLabel={m.causes_search()}
        />
      </CatalogueHead>
      <div className="page py-8 md:py-10">
        <InfiniteList
          query={charities}
          label={m.causes_title()}
          itemKey={({ id }) => id}
          countLabel={(count) => m.causes_count({ count })}
          className="cause-board grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] gap-x-6 gap-y-7 *:grid"
          placeholder={<Skeleton className="h-56 rounded-card" />}
          empty={
            <ActiveFilters
              filter={filter}
              kind={{ parameter: "type", chosen: types.find(({ value }) => value === organizationId)?.text }}
              countOf={({ kind, ...others }) => charityCount({ organizationId: kind, ...others })}
              sentence={m.causes_nothing_matches}
              otherwise={m.causes_none_yet()}
              showAllLabel={m.causes_show_all()}
            />
          }
        >
          {(charity) => <CauseNote charity={charity} />}
        </InfiniteList>
      </div>
    </Page>
  );
}
