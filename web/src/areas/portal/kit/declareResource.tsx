// Declares a list that administrators maintain, in one file (`areas/portal/<name>/resource.tsx`):
// labels, calls, columns and fields. List page, forms, routes and sidebar entry follow from it.
// This file is small because every portal page loads it; components are loaded on demand.
import type { resourcePaths } from "@/adminPaths";
import type { ReadPath } from "@/api/reading";
import type { FunctionComponent } from "react";
import type { RouteObject } from "react-router";
import { LOG } from "@/features/log/queries";
import { loadCode } from "@/lib/missingCode";
import type { PictureKind } from "@/lib/pictures";
import type { Action } from "@/session/can";
import { mustBeAbleTo } from "@/session/guards";
import type { AnyQuery } from "@/shared/table/anyQuery";
import type { Column } from "@/shared/table/DataTable";
import type { ListState, Paged } from "@/shared/table/useListState";
import type { IconName } from "@/ui/iconNames";
import { tellNotTheirs } from "./elsewhere";
import { collection, type BodyOf, type Collection, type RowOf } from "./calls";
import type { Status } from "./status";

type Text = () => string;

interface TextOptions {
  label: Text;
  /** Maximum length that the server accepts. */
  most: number;
  isOptional?: boolean;
  hint?: Text;
  /** Initial value in a new record. */
  start?: string;
  /** Pattern of valid values, and the message for others. */
  pattern?: [RegExp, Text];
}

/** A form field: label and allowed values. */
export type ResourceField =
  | (TextOptions & { kind: "text" | "area" | "province" })
  | { kind: "day"; label: Text }
  | { kind: "check"; label: Text }
  | { kind: "picture"; label: Text; of: PictureKind };

/** Properties that every record has. */
export interface Entry {
  id: string;
  isActive: boolean;
}

/** A record with its version, as a form loads it. */
export type Versioned<Row> = Row & { version: string };

interface ResourceOptions<Row, Name extends PropertyKey> {
  paths: ReturnType<typeof resourcePaths>;
  may: Action;
  icon: IconName;
  /** Position among the sidebar's entries. */
  position: number;
  /** Whether only brands with charities show it. */
  isOfCauses?: boolean;
  /** Whether the French noun is feminine. */
  isFeminine?: boolean;
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
  nameOf: (row: Row) => string;
  sortedBy?: string;
  columns: readonly Column<Row>[];
  fields: Readonly<Record<Name, ResourceField>>;
  /** Component above the fields that helps to fill them in. */
  Helper?: FunctionComponent;
  /** Other query paths to invalidate after a change, such as the choices of other forms. */
  alsoInvalidates: readonly ReadPath[];
}

export type FormValues = Record<string, string | boolean>;

/** Calls of a resource, without its specific types. */
interface Calls<Row> {
  listQuery: (list: ListState, more: object) => AnyQuery<Paged<Row>>;
  oneQuery: (id: string) => AnyQuery<Versioned<Row>>;
  create: (values: FormValues) => Promise<unknown>;
  change: (began: Versioned<Row>, values: FormValues) => Promise<unknown>;
  setStatus: (id: string, status: Status) => Promise<unknown>;
}

function definitionOf<Row>(api: string, options: ResourceOptions<Row, string>) {
  const { root, ...rest } = collection(api as Collection);
  const calls = rest as unknown as Calls<Row>;
  return { ...options, ...calls, invalidates: [root, ...options.alsoInvalidates, ...LOG] };
}

/** A resource as its pages use it. */
export type Definition<Row extends Entry = Entry> = ReturnType<typeof definitionOf<Row>>;

export interface Resource {
  may: Action;
  isOfCauses: boolean;
  menu: { label: Text; to: string; icon: IconName; position: number; add: { label: Text; to: string } };
  route: RouteObject;
}

export function declareResource<P extends Collection>(
  api: P,
  options: ResourceOptions<RowOf<P> & Entry, keyof BodyOf<P> & string>,
): Resource {
  const definition = definitionOf<RowOf<P> & Entry>(api, options);
  const { paths, may, icon, position, labels, isOfCauses = false } = options;
  const form = async () => (await loadCode(() => import("./ResourceFormPages"))) as Pages<typeof definition>;
  type Pages<Given> = Record<"AddPage" | "EditPage", FunctionComponent<{ resource: Given }>>;
  return {
    may,
    isOfCauses,
    menu: {
      label: labels.title,
      to: paths.list(),
      icon,
      position,
      add: { label: labels.add, to: paths.add() },
    },
    route: {
      path: paths.list(),
      middleware: [mustBeAbleTo(may, tellNotTheirs)],
      lazy: async () => {
        const { ResourceListPage } = await loadCode(() => import("./ResourceListPage"));
        return { Component: () => <ResourceListPage resource={definition} /> };
      },
      children: [
        {
          path: paths.add(),
          lazy: async () => {
            const { AddPage } = await form();
            return { Component: () => <AddPage resource={definition} /> };
          },
        },
        {
          path: paths.edit(":id"),
          lazy: async () => {
            const { EditPage } = await form();
            return { Component: () => <EditPage resource={definition} /> };
          },
        },
      ],
    },
  };
}
