import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { useState } from "react";
import { ListPage } from "@/shared/table/ListPage";
import { useListState } from "@/shared/table/useListState";
import { ActiveFilter } from "./ActiveFilter";
import { DirectoryTable, type Column, type Entry } from "./DirectoryTable";
import type { FilteredList, Paged } from "./listQuery";
import { NothingFound } from "./NothingFound";
import { SwitchDialog, type Status } from "./SwitchDialog";
import { useListPlace } from "./useListPlace";

interface DirectoryListPageProps<Thing extends Entry, Key extends QueryKey> {
  title: string;
  /** What is listed is feminine in French. */
  isFeminine?: boolean;
  /** The list's own address, that of adding one, and that of editing one. */
  places: { list: string; add: string; edit: (id: string) => string };
  words: {
    add: string;
    search: string;
    /** What to do while there is nothing at all. */
    none: string;
    /** What comes of switching one on, and off. */
    activate: string;
    deactivate: string;
  };
  columns: readonly Column<Thing>[];
  nameOf: (entry: Thing) => string;
  query: (list: FilteredList) => UseQueryOptions<Paged<Thing>, Error, Paged<Thing>, Key>;
  /** Switches one. */
  setStatus: (id: string, status: Status) => Promise<unknown>;
  /** What was read before and isn't true any more once one is switched. */
  outdated: QueryKey;
}

const byName = { orderBy: "name", direction: "Asc" } as const;

/** A list of what shops and causes are sorted by. Adding and editing happen in a sheet beside it. */
export function DirectoryListPage<Thing extends Entry, Key extends QueryKey>({
  title,
  isFeminine,
  places,
  words,
  columns,
  nameOf,
  query,
  setStatus,
  outdated,
}: DirectoryListPageProps<Thing, Key>) {
  const sortable = columns.flatMap(({ sortedBy }) => sortedBy ?? []);
  const list = useListState({ columns: sortable, sorting: byName });
  const { at } = useListPlace(places.list);
  const client = useQueryClient();
  const [asked, setAsked] = useState<Thing>();
  const entries = useQuery(query(list));

  return (
    <ListPage
      title={title}
      add={{ to: at(places.add), label: words.add }}
      list={list}
      searchLabel={words.search}
      filters={<ActiveFilter list={list} isFeminine={isFeminine} />}
      found={entries.data}
    >
      <DirectoryTable
        caption={title}
        isFeminine={isFeminine}
        columns={columns}
        nameOf={nameOf}
        entries={entries.data?.items}
        query={entries}
        sorting={list.sorting}
        onSort={list.sort}
        editPlaceOf={({ id }) => at(places.edit(id))}
        onSwitch={setAsked}
        empty={<NothingFound list={list}>{words.none}</NothingFound>}
      />
      {asked && (
        <SwitchDialog
          name={nameOf(asked)}
          isActive={asked.isActive}
          onClose={() => setAsked(undefined)}
          onSwitch={async (status) => {
            await setStatus(asked.id, status);
            await client.invalidateQueries({ queryKey: outdated });
          }}
        >
          {asked.isActive ? words.deactivate : words.activate}
        </SwitchDialog>
      )}
    </ListPage>
  );
}
