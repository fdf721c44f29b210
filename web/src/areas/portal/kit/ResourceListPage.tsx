import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { To } from "react-router";
import { invalidate } from "@/api/reading";
import type { Column } from "@/shared/table/DataTable";
import type { Filter } from "@/shared/table/filters";
import { ListPage } from "@/shared/table/ListPage";
import { RowMenu } from "@/shared/table/RowMenu";
import { useListState } from "@/shared/table/useListState";
import type { MenuAction } from "@/ui/rich/ActionMenu";
import { BulkSwitch } from "./BulkSwitch";
import { useListNavigation } from "./listNavigation";
import type { Entry, ListedResource } from "./resource";
import { ActiveChip, activeFilter, activeWord, editAction, switchAction, SwitchDialog } from "./status";

interface ResourceListPageProps<Row extends Entry> {
  resource: ListedResource<Row>;
  columns: readonly Column<Row>[];
  /** Filters besides the search; by default only by status. */
  filters?: readonly Filter[];
  /** Link to the form for a new record; by default with the list's parameters. */
  add?: To;
  /** Actions of a row before activating and deactivating it. */
  actionsOf?: (row: Row, edit: To) => MenuAction[];
  /** Dialog that activates or deactivates a row. */
  switchDialog?: (row: Row, onClose: () => void) => ReactNode;
}

/** List page of a resource: its records can be opened, activated and deactivated. */
export function ResourceListPage<Row extends Entry>(props: ResourceListPageProps<Row>) {
  const { resource, columns, actionsOf = (_, edit) => [editAction(edit)] } = props;
  const { paths, labels, nameOf, isFeminine, setStatus, invalidates } = resource;
  const { filters = [activeFilter(isFeminine)] } = props;
  const list = useListState({ ...resource.order, filters });
  const { at } = useListNavigation(resource);
  const client = useQueryClient();
  const [asked, setAsked] = useState<Row>();
  const close = () => setAsked(undefined);
  const status: Column<Row> = {
    id: "isActive",
    label: () => activeWord(true, isFeminine),
    isStatus: true,
    text: ({ isActive }) => activeWord(isActive, isFeminine),
    cell: ({ isActive }) => <ActiveChip isActive={isActive} isFeminine={isFeminine} />,
  };
  const {
    switchDialog = (row) => (
      <SwitchDialog
        name={nameOf(row)}
        isActive={row.isActive}
        onClose={close}
        onSwitch={async (wanted) => {
          await setStatus(row.id, wanted);
          await invalidate(client, invalidates);
        }}
      >
        {row.isActive ? labels.deactivate() : labels.activate()}
      </SwitchDialog>
    ),
  } = props;

  return (
    <ListPage
      name={resource.name}
      title={labels.title()}
      add={{ to: props.add ?? at(paths.add), label: labels.add() }}
      list={list}
      searchLabel={labels.search()}
      query={resource.listQuery}
      columns={columns.some(({ isStatus }) => isStatus) ? columns : [...columns, status]}
      idOf={({ id }) => id}
      nameOf={nameOf}
      linkOf={({ id }) => at(paths.edit(id))}
      actions={(row) => (
        <RowMenu
          name={nameOf(row)}
          actions={[
            ...actionsOf(row, at(paths.edit(row.id))),
            switchAction(row.isActive, () => setAsked(row)),
          ]}
        />
      )}
      none={labels.none()}
      bulk={(rows, done) => (
        <BulkSwitch
          rows={rows}
          nameOf={nameOf}
          labels={labels}
          setStatus={setStatus}
          invalidates={invalidates}
          onDone={done}
        />
      )}
    >
      {asked && switchDialog(asked, close)}
    </ListPage>
  );
}
