import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { useState } from "react";
import type { FilteredList, Paged } from "@/areas/admin/lists/listQuery";
import { NothingFound } from "@/areas/admin/lists/NothingFound";
import { m } from "@/i18n";
import { FilterSelect } from "@/shared/table/FilterSelect";
import { ListPage } from "@/shared/table/ListPage";
import { useListState } from "@/shared/table/useListState";
import type { TenantItem, TenantsAbout } from "./about";
import { stateName } from "./StateChip";
import { SwitchTenantDialog } from "./SwitchTenantDialog";
import { TenantTable, type Figure } from "./TenantTable";
import { TENANT_STATES } from "./values";

interface TenantListProps<Item extends TenantItem, Key extends QueryKey> {
  about: TenantsAbout;
  query: (list: FilteredList) => UseQueryOptions<Paged<Item>, Error, Paged<Item>, Key>;
  figures: readonly Figure<Item>[];
  /** What stands below the name. */
  noteOf: (item: Item) => string | undefined;
}

const options = {
  columns: ["displayName", "businessNumber", "createdAt"],
  sorting: { orderBy: "createdAt", direction: "Desc" },
} as const;

/** All vendors, or all charities: the newest first, because those that wait for a decision are among them. */
export function TenantList<Item extends TenantItem, Key extends QueryKey>({
  about,
  query,
  figures,
  noteOf,
}: TenantListProps<Item, Key>) {
  const list = useListState(options);
  const [toSwitch, setToSwitch] = useState<Item>();
  const items = useQuery(query(list));
  const { words, places } = about;

  return (
    <ListPage
      title={words.title()}
      add={{ to: places.add, label: words.add() }}
      list={list}
      searchLabel={words.search()}
      filters={
        <FilterSelect
          label={m.lists_state()}
          everything={m.lists_any_state()}
          choices={TENANT_STATES.map((state) => ({ value: state, text: stateName(state) }))}
          value={list.filter("state")}
          onPick={(state) => list.narrow({ state })}
        />
      }
      found={items.data}
    >
      <TenantTable
        about={about}
        items={items.data?.items}
        figures={figures}
        noteOf={noteOf}
        query={items}
        sorting={list.sorting}
        onSort={list.sort}
        onSwitch={setToSwitch}
        empty={<NothingFound list={list}>{words.none()}</NothingFound>}
      />
      {toSwitch && (
        <SwitchTenantDialog about={about} tenant={toSwitch} onClose={() => setToSwitch(undefined)} />
      )}
    </ListPage>
  );
}
