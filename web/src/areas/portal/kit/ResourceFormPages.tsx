// Pages with the form of a resource: in a sheet beside the list, or in place of it.
import { useRef, type ReactNode } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";
import { m } from "@/i18n";
import { useZodForm } from "@/shared/form/useZodForm";
import { Page } from "@/shared/page/Page";
import { LinkButton } from "@/ui/form/LinkButton";
import { SkeletonGroup, SkeletonText } from "@/ui/layout/Skeleton";
import { SideSheet } from "@/ui/rich/SideSheet";
import { Activity } from "./Activity";
import { ConflictNotice } from "./ConflictNotice";
import { DetailHeading } from "./DetailHeading";
import { FormLoading } from "./FormSection";
import { LongForm } from "./LongForm";
import { NeighbourLinks } from "./NeighbourLinks";
import { useListNavigation, useRecord, type Neighbours } from "./listNavigation";
import type { Entry, RecordForm, Resource, ResourceFrame } from "./resource";
import { SheetForm } from "./SheetForm";
import { ActiveChip } from "./status";
import { useEdit, type Conflict } from "./useEdit";
import { useSave } from "./useSave";

interface AddPageProps<Found, Values extends FieldValues, Added> {
  resource: ResourceFrame;
  form: RecordForm<Found, Values, Added>;
}

export function AddPage<Found, Values extends FieldValues, Added>({
  resource,
  form: { schema, valuesOf, Fields, create, createdText },
}: AddPageProps<Found, Values, Added>) {
  const { labels, invalidates } = resource;
  const { showList } = useListNavigation(resource);
  const form = useZodForm(schema(), valuesOf() as DefaultValues<Values>);
  const added = useRef<Added>(undefined);
  const { submit } = useSave({
    save: async (values: Values) => {
      added.current = await create(values);
    },
    saved: () => (createdText && added.current ? createdText(added.current) : labels.created()),
    invalidates,
    onSaved: () => showList(),
  });
  const title = labels.add();
  const body = (
    <FormBody resource={resource} title={title} form={form} submit={submit}>
      <Fields />
    </FormBody>
  );
  if (resource.hidesList) return body;
  return (
    <Sheet resource={resource} title={title}>
      {body}
    </Sheet>
  );
}

interface EditPageProps<Row extends Entry, Found, Values extends FieldValues> {
  resource: Resource<Row, Found>;
  form: RecordForm<Found, Values>;
}

export function EditPage<
  Row extends Entry,
  Found extends Entry & { version: string },
  Values extends FieldValues,
>({ resource, form }: EditPageProps<Row, Found, Values>) {
  const { id, record, neighbours } = useRecord(resource);
  const title = resource.labels.edit();
  const body = record && (
    <EditForm key={id} resource={resource} form={form} record={record} neighbours={neighbours} />
  );
  const activity = <Activity subjectId={id} isWaiting={!record} isInSheet={!resource.hidesList} />;
  if (resource.hidesList) {
    return (
      <>
        {body ?? <FormLoading title={title} />}
        {activity}
      </>
    );
  }
  return (
    <Sheet resource={resource} title={title} name={record && resource.nameOf(record)}>
      <NeighbourLinks {...neighbours} />
      {body ?? (
        <SkeletonGroup>
          <SkeletonText lines={6} />
        </SkeletonGroup>
      )}
      {activity}
    </Sheet>
  );
}

interface SheetProps {
  resource: ResourceFrame;
  title: string;
  /** Name of the record. */
  name?: string | undefined;
  children: ReactNode;
}

function Sheet({ resource, title, name = title, children }: SheetProps) {
  const { showList } = useListNavigation(resource);
  return (
    <Page title={title}>
      <SideSheet isOpen onClose={() => showList()} title={name}>
        {children}
      </SideSheet>
    </Page>
  );
}

interface EditFormProps<Row extends Entry, Found, Values extends FieldValues> extends EditPageProps<
  Row,
  Found,
  Values
> {
  record: Found;
  neighbours: Neighbours;
}

function EditForm<Row extends Entry, Found extends Entry & { version: string }, Values extends FieldValues>({
  resource,
  form: { schema, valuesOf, Fields, change },
  record,
  neighbours,
}: EditFormProps<Row, Found, Values>) {
  const { labels, oneQuery, isFeminine, invalidates } = resource;
  const { showList } = useListNavigation(resource);
  const edit = useEdit(record, { query: oneQuery(record.id), schema, valuesOf });
  const { submit } = useSave({
    save: (values: Values) => change(edit.began, values),
    saved: labels.edited(),
    invalidates,
    edit,
    onSaved: () => showList(),
  });
  return (
    <FormBody
      resource={resource}
      title={resource.nameOf(record)}
      chip={<ActiveChip isActive={record.isActive} isFeminine={isFeminine} />}
      neighbours={neighbours}
      form={edit.form}
      submit={submit}
      conflict={edit.conflict}
    >
      <Fields record={record} />
    </FormBody>
  );
}

interface FormBodyProps<Values extends FieldValues> {
  resource: ResourceFrame;
  title: string;
  /** State of the record, and links to others. A sheet shows them elsewhere. */
  chip?: ReactNode;
  neighbours?: Neighbours;
  form: UseFormReturn<Values>;
  submit: (values: Values) => Promise<unknown>;
  conflict?: Conflict | undefined;
  children: ReactNode;
}

/** Form of one record. After saving, the list is updated and shown. */
function FormBody<Values extends FieldValues>(props: FormBodyProps<Values>) {
  const { resource, title, chip, neighbours, form, submit, conflict, children } = props;
  const { at, showList } = useListNavigation(resource);
  if (!resource.hidesList) {
    return (
      <SheetForm
        form={form}
        onSubmit={submit}
        submitLabel={m.kit_save()}
        conflict={conflict}
        onClose={() => showList()}
      >
        {children}
      </SheetForm>
    );
  }
  const toList = at(resource.paths.list);
  return (
    <Page title={title}>
      <DetailHeading
        list={{ label: resource.labels.title(), to: toList }}
        title={title}
        chip={chip}
        neighbours={neighbours}
      />
      <LongForm
        form={form}
        onSubmit={submit}
        submitLabel={m.kit_save()}
        aside={
          <LinkButton variant="quiet" to={toList}>
            {m.kit_cancel()}
          </LinkButton>
        }
      >
        <ConflictNotice conflict={conflict} />
        {children}
      </LongForm>
    </Page>
  );
}
