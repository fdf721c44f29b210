import { invalidate } from "@/api/reading";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ListPage } from "@/shared/table/ListPage";
import { RowMenu } from "@/shared/table/RowMenu";
import { activeOf } from "@/shared/table/listState";
import { useListState } from "@/shared/table/useListState";
import { BulkSwitch } from "./BulkSwitch";
import { useListPlace } from "./place";
import { orderOf, type Definition, type Entry } from "./declareResource";
import { ActiveChip, activeFilter, activeWord, editAction, switchAction, SwitchDialog } from "./status";

interface ResourceProps<Row extends Entry> {
  resource: Definition<Row>;
}

/** List page of a resource. Adding and editing happen in a sheet beside it. */
export function ResourceListPage<Row extends Entry>({ resource }: ResourceProps<Row>) {
  const { paths, labels, columns, nameOf, isFeminine, invalidates } = resource;
  const list = useListState({ ...orderOf(resource), filters: [activeFilter(isFeminine)] });
  const { at } = useListPlace(paths.list());
  const client = useQueryClient();
  const [asked, setAsked] = useState<Row>();

  return (
    <ListPage
      name={paths.list().replace(/^.*\//, "")}
      title={labels.title()}
      add={{ to: at(paths.add()), label: labels.add() }}
      list={list}
      searchLabel={labels.search()}
      query={(state) => resource.listQuery(state, activeOf(state))}
      columns={[
        ...columns,
        {
          id: "isActive",
          label: () => activeWord(true, isFeminine),
          isStatus: true,
          text: ({ isActive }) => activeWord(isActive, isFeminine),
          cell: ({ isActive }) => <ActiveChip isActive={isActive} isFeminine={isFeminine} />,
        },
      ]}
      idOf={({ id }) => id}
      nameOf={nameOf}
      placeOf={({ id }) => at(paths.edit(id))}
      actions={(row) => (
        <RowMenu
          name={nameOf(row)}
          actions={[editAction(at(paths.edit(row.id))), switchAction(row.isActive, () => setAsked(row))]}
        />
      )}
      none={labels.none()}
      bulk={(rows, done) => (
        <BulkSwitch
          rows={rows}
          nameOf={nameOf}
          labels={labels}
          setStatus={resource.setStatus}
          invalidates={invalidates}
          onDone={done}
        />
      )}
    >
      {asked && (
        <SwitchDialog
          name={nameOf(asked)}
          isActive={asked.isActive}
          onClose={() => setAsked(undefined)}
          onSwitch={async (status) => {
            await resource.setStatus(asked.id, status);
            await invalidate(client, invalidates);
          }}
        >
          {asked.isActive ? labels.deactivate() : labels.activate()}
        </SwitchDialog>
      )}
    </ListPage>
  );
}
