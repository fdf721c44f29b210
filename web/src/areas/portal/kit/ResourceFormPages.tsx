// Forms of a resource, in a sheet beside its list.
import { useQuery } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { useParams, useSearchParams } from "react-router";
import { m } from "@/i18n";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { Page } from "@/shared/page/Page";
import { asQuery } from "@/shared/table/anyQuery";
import { activeOf, readListState } from "@/shared/table/listState";
import { Button } from "@/ui/form/Button";
import { SideSheet } from "@/ui/rich/SideSheet";
import { SkeletonGroup, SkeletonText } from "@/ui/layout/Skeleton";
import { Activity } from "./Activity";
import { ConflictNotice } from "./ConflictNotice";
import { Fields, schemaOf, valuesOf } from "./fields";
import { NeighbourLinks } from "./NeighbourLinks";
import { useLeaveOnError, useListPlace, useNeighbours } from "./place";
import { orderOf, type Definition, type Entry, type FormValues, type Versioned } from "./declareResource";
import { useEdit, type Conflict } from "./useEdit";
import { useSave } from "./useSave";

interface ResourceProps<Row extends Entry> {
  resource: Definition<Row>;
}

export function AddPage<Row extends Entry>({ resource }: ResourceProps<Row>) {
  const { paths, labels } = resource;
  const { showList } = useListPlace(paths.list());
  return (
    <Page title={labels.add()}>
      <SideSheet isOpen onClose={showList} title={labels.add()}>
        <NewForm resource={resource} onClose={showList} />
      </SideSheet>
    </Page>
  );
}

export function EditPage<Row extends Entry>({ resource }: ResourceProps<Row>) {
  const { paths, labels, nameOf, oneQuery } = resource;
  const { id = "" } = useParams();
  const [address] = useSearchParams();
  const { at, showList } = useListPlace(paths.list());
  const found = useQuery(asQuery(oneQuery(id)));
  const row = found.data;
  useLeaveOnError(found, showList);
  const list = readListState(address, orderOf(resource));
  const neighbours = useNeighbours(resource.listQuery(list, activeOf(list)).queryKey, id, (other) =>
    at(paths.edit(other)),
  );
  return (
    <Page title={labels.edit()}>
      <SideSheet isOpen onClose={() => showList()} title={row ? nameOf(row) : labels.edit()}>
        <NeighbourLinks {...neighbours} />
        {row ? (
          <EditForm key={id} resource={resource} row={row} onClose={showList} />
        ) : (
          <SkeletonGroup>
            <SkeletonText lines={6} />
          </SkeletonGroup>
        )}
        <Activity subjectId={id} isWaiting={!row} isInSheet />
      </SideSheet>
    </Page>
  );
}

interface FormPartProps<Row extends Entry> extends ResourceProps<Row> {
  onClose: () => void;
}

function NewForm<Row extends Entry>({ resource, onClose }: FormPartProps<Row>) {
  const { fields, create, invalidates, labels } = resource;
  const form = useZodForm(schemaOf(fields), valuesOf(fields));
  const { submit } = useSave({
    save: create,
    saved: labels.created(),
    invalidates,
    onSaved: () => onClose(),
  });
  return <ResourceForm resource={resource} form={form} submit={submit} onClose={onClose} />;
}

function EditForm<Row extends Entry>({
  resource,
  row,
  onClose,
}: FormPartProps<Row> & { row: Versioned<Row> }) {
  const { fields, oneQuery, change, invalidates, labels } = resource;
  const edit = useEdit(row, {
    query: oneQuery(row.id),
    schema: () => schemaOf(fields),
    valuesOf: (record) => valuesOf(fields, record),
  });
  const { submit } = useSave({
    save: (values: FormValues) => change(edit.began, values),
    saved: labels.edited(),
    invalidates,
    edit,
    onSaved: () => onClose(),
  });
  return (
    <ResourceForm
      resource={resource}
      form={edit.form}
      submit={submit}
      conflict={edit.conflict}
      onClose={onClose}
    />
  );
}

interface ResourceFormProps<Row extends Entry> extends FormPartProps<Row> {
  form: UseFormReturn<FormValues>;
  submit: (values: FormValues) => Promise<unknown>;
  conflict?: Conflict | undefined;
}

/** Form of one record. After saving, the list is updated and the sheet closes. */
function ResourceForm<Row extends Entry>({
  resource,
  form,
  submit,
  conflict,
  onClose,
}: ResourceFormProps<Row>) {
  const { fields, Helper } = resource;
  return (
    <Form
      form={form}
      onSubmit={submit}
      submitLabel={m.kit_save()}
      aside={
        <Button variant="quiet" onClick={() => onClose()}>
          {m.kit_cancel()}
        </Button>
      }
    >
      <ConflictNotice conflict={conflict} />
      <div className="flex flex-col gap-5">
        {Helper && <Helper />}
        <Fields fields={fields} />
      </div>
    </Form>
  );
}
