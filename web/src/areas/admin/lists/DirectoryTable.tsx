import type { ReactNode } from "react";
import type { To } from "react-router";
import { SortHeader, type Sorting } from "@/shared/table/SortHeader";
import { Cell, HeaderCell, Table, type RowsQuery } from "@/shared/table/Table";
import { ActiveChip } from "./ActiveChip";
import { activeWord } from "./activeWord";
import { EditLink } from "./EditLink";
import { ActionsHeader, RowActions } from "./RowActions";
import { SwitchButton } from "./SwitchButton";

/** Something that shops and causes are sorted by. */
export interface Entry {
  id: string;
  isActive: boolean;
}

export interface Column<Thing> {
  label: string;
  /** The server's name of the column, where the list can be sorted by it. */
  sortedBy?: string;
  cell: (thing: Thing) => ReactNode;
}

interface DirectoryTableProps<Thing extends Entry> {
  caption: string;
  isFeminine: boolean | undefined;
  /** The first one is the name. */
  columns: readonly Column<Thing>[];
  nameOf: (entry: Thing) => string;
  entries: readonly Thing[] | undefined;
  query: RowsQuery;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  editPlaceOf: (entry: Thing) => To;
  onSwitch: (entry: Thing) => void;
  empty: ReactNode;
}

export function DirectoryTable<Thing extends Entry>(props: DirectoryTableProps<Thing>) {
  const { caption, columns, nameOf, entries, query, sorting, onSort, empty } = props;
  const { editPlaceOf, onSwitch, isFeminine } = props;
  const header = (
    <>
      {columns.map(({ label, sortedBy }) =>
        sortedBy === undefined ? (
          <HeaderCell key={label}>{label}</HeaderCell>
        ) : (
          <SortHeader key={label} column={sortedBy} sorting={sorting} onSort={onSort}>
            {label}
          </SortHeader>
        ),
      )}
      <HeaderCell>{activeWord(true, isFeminine)}</HeaderCell>
      <ActionsHeader />
    </>
  );
  const rowOf = (entry: Thing) => (
    <tr key={entry.id}>
      {columns.map(({ label, cell }, index) =>
        index === 0 ? (
          <Cell key={label} className="font-semibold">
            {cell(entry)}
          </Cell>
        ) : (
          <Cell key={label} label={label}>
            {cell(entry)}
          </Cell>
        ),
      )}
      <Cell isStatus>
        <ActiveChip isActive={entry.isActive} isFeminine={isFeminine} />
      </Cell>
      <RowActions>
        <SwitchButton name={nameOf(entry)} isActive={entry.isActive} onPress={() => onSwitch(entry)} />
        <EditLink to={editPlaceOf(entry)} name={nameOf(entry)} />
      </RowActions>
    </tr>
  );
  return (
    <Table
      caption={caption}
      header={header}
      columnCount={columns.length + 2}
      query={query}
      isStacking
      empty={empty}
      rows={entries?.map(rowOf)}
    />
  );
}
