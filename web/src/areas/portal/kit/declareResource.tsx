// Declares a list that administrators maintain, in one file (`areas/portal/<name>/route.tsx`):
// labels, calls, columns and fields. List page, forms, routes and sidebar entry follow from it.
// This file is small because every portal page loads it; components are loaded on demand.
import type { resourcePaths } from "@/adminPaths";
import type { ReadPath } from "@/api/reading";
import type { FunctionComponent } from "react";
import { portal } from "@/areas/portal/frames";
import { brand } from "@/brands/current";
import { activityQuery, LOG } from "@/features/log/queries";
import type { PictureKind } from "@/lib/pictures";
import { can, type Action } from "@/session/can";
import { mustBeAbleTo } from "@/session/guards";
import type { Profile } from "@/session/profile";
import { screen, type Screen } from "@/shared/page/screen";
import type { AnyQuery } from "@/shared/table/anyQuery";
import type { Column } from "@/shared/table/DataTable";
import { activeOf, readListState, type ListState, type Paged } from "@/shared/table/listState";
import type { IconName } from "@/ui/iconNames";
import { tellNotTheirs } from "@/shared/page/redirectNotices";
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

/** Returns the sorting of the list. */
export function orderOf<Row extends Entry>({ columns, sortedBy }: Definition<Row>) {
  return {
    columns: columns.flatMap(({ id, isSortable }) => (isSortable ? [id] : [])),
    sorting: { orderBy: sortedBy ?? "name", direction: "Asc" },
  } as const;
}

/** A resource as its pages use it. */
export type Definition<Row extends Entry = Entry> = ReturnType<typeof definitionOf<Row>>;

/** Declares the screens of a resource: its list, and the forms beside it. */
export function declareResource<P extends Collection>(
  api: P,
  options: ResourceOptions<RowOf<P> & Entry, keyof BodyOf<P> & string>,
): Screen[] {
  const definition = definitionOf<RowOf<P> & Entry>(api, options);
  const { paths, may: action, icon, position, labels, isOfCauses = false } = options;
  type Pages = Record<"AddPage" | "EditPage", FunctionComponent<{ resource: typeof definition }>>;
  const forms = async () => (await import("./ResourceFormPages")) as Pages;
  const may = (profile: Profile) => can(profile, action) && (brand.hasCharities || !isOfCauses);
  return [
    screen({
      path: paths.list(),
      frame: portal,
      guard: mustBeAbleTo(action, tellNotTheirs),
      load: async () => {
        const { ResourceListPage } = await import("./ResourceListPage");
        return { Component: () => <ResourceListPage resource={definition} /> };
      },
      Component: "Component",
      starts: ({ search }) => {
        const list = readListState(search, orderOf(definition));
        return [definition.listQuery(list, activeOf(list))];
      },
      menu: { group: "directory", label: labels.title, icon, position, may },
      budget: "portal",
      children: [
        screen({
          path: paths.add(),
          load: async () => {
            const { AddPage } = await forms();
            return { Component: () => <AddPage resource={definition} /> };
          },
          Component: "Component",
          // After the forms of vendors and charities.
          menu: { group: "add", label: labels.add, icon: "plus", position: 3 + position, may },
          budget: "portal",
        }),
        screen({
          path: paths.edit(":id"),
          load: async () => {
            const { EditPage } = await forms();
            return { Component: () => <EditPage resource={definition} /> };
          },
          Component: "Component",
          starts: ({ params: { id = "" } }) => [definition.oneQuery(id), activityQuery(id)],
          budget: "portal",
        }),
      ],
    }),
  ];
}
