// A resource: a list of records and the forms that add and change them. Lists of the directory are declared with their
// fields (`declareResource`); others bring a form of their own in JSX.
import type { FunctionComponent } from "react";
import type { FieldValues } from "react-hook-form";
import type { ZodMiniType } from "zod/mini";
import type { ReadPath } from "@/api/reading";
import type { AnyQuery } from "@/shared/table/anyQuery";
import type { ListOptions, ListState, Paged } from "@/shared/table/listState";
import type { Status } from "./status";

type Text = () => string;

/** Properties that every record has. */
export interface Entry {
  id: string;
  isActive: boolean;
}

export interface Resource<Row extends Entry, Found> {
  /** Key under which the list's view is stored, and name of its exported file. */
  name: string;
  paths: { list: string; add: string; edit: (id: string) => string };
  /** Whether the forms replace the list. Otherwise they open in a sheet beside it. */
  hidesList?: boolean;
  labels: {
    title: Text;
    add: Text;
    edit: Text;
    search: Text;
    /** Text for an empty list. */
    none: Text;
    /** Effects of activating and deactivating. */
    activate: Text;
    deactivate: Text;
    /** Messages after saving. */
    created: Text;
    edited: Text;
  };
  nameOf: (record: Row | Found) => string;
  /** Whether the French noun is feminine. */
  isFeminine?: boolean | undefined;
  order: ListOptions<string>;
  listQuery: (list: ListState) => AnyQuery<Paged<Row>>;
  oneQuery: (id: string) => AnyQuery<Found>;
  /** Whether a record belongs to another page, and counts as not found here. */
  isForeign?: (record: Found) => boolean;
  setStatus: (id: string, status: Status) => Promise<unknown>;
  /** Query paths to invalidate after a change. */
  invalidates: readonly ReadPath[];
}

/** A resource as its list needs it. */
export type ListedResource<Row extends Entry> = Omit<Resource<Row, never>, "oneQuery" | "isForeign">;

/** The part that does not depend on the type of the records. */
export type ResourceFrame = Pick<ListedResource<never>, "paths" | "hidesList" | "labels" | "invalidates">;

/** Form of a resource's records. A new record is passed as `undefined`. */
export interface RecordForm<Found, Values extends FieldValues, Added = unknown> {
  schema: (record?: Found) => ZodMiniType<Values, Values>;
  valuesOf: (record?: Found) => Values;
  Fields: FunctionComponent<{ record?: Found | undefined }>;
  create: (values: Values) => Promise<Added>;
  change: (began: Found, values: Values) => Promise<unknown>;
  /** Message after adding, if it depends on the answer. */
  createdText?: (added: Added) => string;
}
