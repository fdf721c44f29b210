import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "@/i18n";
import { ListPage } from "@/shared/table/ListPage";
import { useListState } from "@/shared/table/useListState";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { invalidateKeys } from "./calls";
import { EditLink } from "./EditLink";
import { useListPlace } from "./place";
import type { Definition, Entry } from "./declareResource";
import {
  ActiveChip,
  activeFilter,
  activeOf,
  activeWord,
  SwitchButton,
  SwitchDialog,
  type Status,
} from "./status";

interface ResourceProps<Row extends Entry> {
  resource: Definition<Row>;
}

/** How a declared list begins: the page of a form beside it needs to know, too. */
export function listOptionsOf<Row extends Entry>({ columns, sortedBy, isFeminine }: Definition<Row>) {
  return {
    columns: columns.flatMap(({ id, isSortable }) => (isSortable ? [id] : [])),
    sorting: { orderBy: sortedBy ?? "name", direction: "Asc" },
    filters: [activeFilter(isFeminine)],
  } as const;
}

/** The list of a resource. Adding and editing happen in a sheet beside it. */
export function ResourceListPage<Row extends Entry>({ resource }: ResourceProps<Row>) {
  const { paths, labels, columns, nameOf, isFeminine, invalidates } = resource;
  const list = useListState(listOptionsOf(resource));
  const { at } = useListPlace(paths.list());
  const client = useQueryClient();
  const [asked, setAsked] = useState<Row>();
  const setStatus = async (rows: readonly Row[], status: Status) => {
    try {
      await rows.reduce(
        (before, { id }) => before.then(() => resource.setStatus(id, status)),
        Promise.resolve<unknown>(undefined),
      );
    } finally {
      await invalidateKeys(client, invalidates);
    }
  };

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
        <>
          <SwitchButton name={nameOf(row)} isActive={row.isActive} onPress={() => setAsked(row)} />
          <EditLink to={at(paths.edit(row.id))} name={nameOf(row)} />
        </>
      )}
      none={labels.none()}
      bulk={(rows, done) => <BulkSwitch rows={rows} labels={labels} onSwitch={setStatus} onDone={done} />}
    >
      {asked && (
        <SwitchDialog
          name={nameOf(asked)}
          isActive={asked.isActive}
          onClose={() => setAsked(undefined)}
          onSwitch={(status) => setStatus([asked], status)}
        >
          {asked.isActive ? labels.deactivate() : labels.activate()}
        </SwitchDialog>
      )}
    </ListPage>
  );
}

interface BulkSwitchProps<Row> {
  rows: readonly Row[];
  labels: { activate: () => string; deactivate: () => string };
  onSwitch: (rows: readonly Row[], status: Status) => Promise<unknown>;
  onDone: () => void;
}

/** Switches all that were chosen, one after the other; where one can't be switched, those after it stay as they are. */
function BulkSwitch<Row extends Entry>({ rows, labels, onSwitch, onDone }: BulkSwitchProps<Row>) {
  const [status, setStatus] = useState<Status>();
  const concerned = (wanted: Status) => rows.filter(({ isActive }) => isActive === (wanted === "deactivate"));
  const mutation = useMutation({
    mutationFn: (wanted: Status) => onSwitch(concerned(wanted), wanted),
    onSuccess: (_, wanted) => {
      toast.success(wanted === "deactivate" ? m.lists_deactivated() : m.lists_activated());
      onDone();
    },
  });
  const verb = { activate: m.lists_activate, deactivate: m.lists_deactivate };
  const question = { activate: m.lists_bulk_activate, deactivate: m.lists_bulk_deactivate };
  return (
    <>
      {(["activate", "deactivate"] as const).map((wanted) => (
        <Button
          key={wanted}
          size="small"
          aria-haspopup="dialog"
          disabled={concerned(wanted).length === 0}
          onClick={() => setStatus(wanted)}
        >
          {verb[wanted]()}
        </Button>
      ))}
      {status && (
        <ConfirmDialog
          isOpen
          onClose={() => setStatus(undefined)}
          title={question[status]({ count: concerned(status).length })}
          confirmLabel={verb[status]()}
          isDangerous={status === "deactivate"}
          mutation={mutation}
          variables={status}
        >
          {labels[status]()}
        </ConfirmDialog>
      )}
    </>
  );
}
