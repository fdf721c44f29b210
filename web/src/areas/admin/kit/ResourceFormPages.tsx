// The forms of a resource, in a sheet beside its list.
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import { m } from "@/i18n";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { Page } from "@/shared/page/Page";
import { asQuery } from "@/shared/table/anyQuery";
import { readListState } from "@/shared/table/useListState";
import { Button } from "@/ui/Button";
import { SideSheet } from "@/ui/rich/SideSheet";
import { SkeletonGroup, SkeletonText } from "@/ui/Skeleton";
import { ConflictNotice } from "./ConflictNotice";
import { Fields, schemaOf, valuesOf } from "./fields";
import { NeighbourLinks } from "./NeighbourLinks";
import { useLeaveOnError, useListPlace, useNeighbours } from "./place";
import { listOptionsOf } from "./ResourceListPage";
import type { Definition, Entry, FormValues } from "./declareResource";
import { activeOf } from "./status";
import { useEdition, useSave, type Edition } from "./useSave";

interface ResourceProps<Row extends Entry> {
  resource: Definition<Row>;
}

export function AddPage<Row extends Entry>({ resource }: ResourceProps<Row>) {
  const { paths, labels } = resource;
  const { showList } = useListPlace(paths.list());
  return (
    <Page title={labels.add()}>
      <SideSheet isOpen onClose={showList} title={labels.add()}>
        <ResourceForm
          resource={resource}
          values={valuesOf(resource.fields)}
          save={resource.create}
          saved={labels.created()}
          onClose={showList}
        />
      </SideSheet>
    </Page>
  );
}

export function EditPage<Row extends Entry>({ resource }: ResourceProps<Row>) {
  const { paths, labels, nameOf, oneQuery } = resource;
  const { id = "" } = useParams();
  const [address] = useSearchParams();
  const { at, showList } = useListPlace(paths.list());
  const { data: row, isLoadingError } = useQuery(asQuery(oneQuery(id)));
  const edition = useEdition(oneQuery(id).queryKey);
  useLeaveOnError(isLoadingError, showList);
  const list = readListState(address, listOptionsOf(resource));
  const neighbours = useNeighbours(resource.listQuery(list, activeOf(list)).queryKey, id, (other) =>
    at(paths.edit(other)),
  );
  return (
    <Page title={labels.edit()}>
      <SideSheet isOpen onClose={() => showList()} title={row ? nameOf(row) : labels.edit()}>
        <NeighbourLinks {...neighbours} />
        {row ? (
          <ResourceForm
            key={edition.key}
            resource={resource}
            values={valuesOf(resource.fields, row)}
            save={(values) => resource.change(id, values)}
            saved={labels.edited()}
            edits={edition}
            onClose={showList}
          />
        ) : (
          <SkeletonGroup>
            <SkeletonText lines={6} />
          </SkeletonGroup>
        )}
      </SideSheet>
    </Page>
  );
}

interface ResourceFormProps<Row extends Entry> extends ResourceProps<Row> {
  values: FormValues;
  save: (values: FormValues) => Promise<unknown>;
  saved: string;
  edits?: Edition;
  onClose: () => void;
}

/** Once it is saved, the list shows it, and the sheet goes. */
function ResourceForm<Row extends Entry>(props: ResourceFormProps<Row>) {
  const { resource, values, save, saved, edits, onClose } = props;
  const { fields, Helper, invalidates } = resource;
  const form = useZodForm(schemaOf(fields), values);
  const { submit, reload } = useSave({ save, saved, invalidates, edits, onSaved: () => onClose() });
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
      <ConflictNotice onReload={reload} />
      <div className="flex flex-col gap-5">
        {Helper && <Helper />}
        <Fields fields={fields} />
      </div>
    </Form>
  );
}
