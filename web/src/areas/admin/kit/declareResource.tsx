// A list that administrators keep, declared in one file (`areas/admin/<name>/resource.tsx`): what it is called, its calls, its
// columns and its fields. List page, forms, routes and the sidebar's entry are made of that. What is light stands here, because
// every page of the desk carries it; what draws is fetched when somebody goes there.
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
  /** The server's limit. */
  most: number;
  isOptional?: boolean;
  hint?: Text;
  /** What stands in a new one. */
  start?: string;
  /** What it may be, and what is said of anything else. */
  pattern?: [RegExp, Text];
}

/** A field of a form: what it is called, and what may stand in it. */
export type ResourceField =
  | (TextOptions & { kind: "text" | "area" })
  | { kind: "day"; label: Text }
  | { kind: "check"; label: Text }
  | { kind: "picture"; label: Text; of: PictureKind };

/** What every such thing has. */
export interface Entry {
  id: string;
  isActive: boolean;
}

/** A record as its form begins with it. */
export type Versioned<Row> = Row & { version: string };

interface ResourceOptions<Row, Name extends PropertyKey> {
  paths: ReturnType<typeof resourcePaths>;
  may: Action;
  icon: IconName;
  /** Its place among the entries of the sidebar. */
  position: number;
  /** Only a brand with causes leads to it. */
  isOfCauses?: boolean;
  /** What is listed is feminine in French. */
  isFeminine?: boolean;
  labels: {
    title: Text;
    add: Text;
    edit: Text;
    search: Text;
    /** What to do while there is nothing at all. */
    none: Text;
    /** What comes of switching one on, and off. */
    activate: Text;
    deactivate: Text;
    /** What is said when one is saved. */
    created: Text;
    edited: Text;
  };
  nameOf: (row: Row) => string;
  sortedBy?: string;
  columns: readonly Column<Row>[];
  fields: Readonly<Record<Name, ResourceField>>;
  /** What helps to fill in the fields, above them. */
  Helper?: FunctionComponent;
  /** What else was read of it and isn't true any more after a change, such as the choices of other forms. */
  alsoInvalidates: readonly ReadPath[];
}

export type FormValues = Record<string, string | boolean>;

/** Its calls, as pages use them that know nothing of the one thing. */
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

/** A resource as its pages know it. */
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
