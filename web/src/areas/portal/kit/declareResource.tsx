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
import { notifyNoAccess } from "@/shared/page/redirectNotices";
import { collection, type BodyOf, type Collection, type RowOf } from "./calls";
import type { Entry, Resource } from "./resource";
import type { Status } from "./status";

type Text = () => string;

interface TextOptions {
  label: Text;
  /** Maximum length that the server accepts. */
  most: number;
  isOptional?: boolean;
  hint?: Text;
  /** Initial number of lines. */
  rows?: number;
  /** Initial value in a new record. */
  start?: string;
  /** Pattern of valid values, and the message for others. */
  pattern?: [RegExp, Text];
}

/** A form field: label and allowed values. */
export type ResourceField =
  | (TextOptions & { kind: "text" | "area" | "province" })
  | { kind: "day" | "check" | "phone"; label: Text }
  | { kind: "picture"; label: Text; of: PictureKind };

interface ResourceOptions<Row extends Entry, Name extends PropertyKey> extends Pick<
  Resource<Row, never>,
  "labels" | "isFeminine"
> {
  nameOf: (row: Row) => string;
  paths: ReturnType<typeof resourcePaths>;
  may: Action;
  icon: IconName;
  /** Position among the sidebar's entries. */
  position: number;
  /** Whether only brands with charities show it. */
  isOfCauses?: boolean;
  sortedBy?: string;
  columns: readonly Column<Row>[];
  fields: Readonly<Record<Name, ResourceField>>;
  /** Component above the fields that helps to fill them in. */
  Helper?: FunctionComponent;
  /** Other query paths to invalidate after a change, such as the choices of other forms. */
  alsoInvalidates: readonly ReadPath[];
}

export type FormValues = Record<string, string | boolean>;

/** A record as a form loads it. */
export type Versioned = Entry & { version: string };

/** Calls of a resource, without its specific types. */
interface Calls<Row> {
  listQuery: (list: ListState, more: object) => AnyQuery<Paged<Row>>;
  oneQuery: (id: string) => AnyQuery<Versioned>;
  create: (values: FormValues) => Promise<unknown>;
  change: (began: Versioned, values: FormValues) => Promise<unknown>;
  setStatus: (id: string, status: Status) => Promise<unknown>;
}

/** A resource with the declared fields of its form. */
export interface Definition<Row extends Entry = Entry>
  extends
    Resource<Row, Versioned>,
    Pick<Calls<Row>, "create" | "change">,
    Pick<ResourceOptions<Row, string>, "fields" | "Helper"> {}

function definitionOf<Row extends Entry>(
  api: string,
  { paths, nameOf, columns, sortedBy = "name", alsoInvalidates, ...options }: ResourceOptions<Row, string>,
): Definition<Row> {
  const { root, ...rest } = collection(api as Collection);
  const calls = rest as unknown as Calls<Row>;
  const list = paths.list();
  return {
    ...options,
    ...calls,
    // A record has all that its row has.
    nameOf: nameOf as Definition<Row>["nameOf"],
    name: list.replace(/^.*\//, ""),
    paths: { list, add: paths.add(), edit: paths.edit },
    order: {
      columns: columns.flatMap(({ id, isSortable }) => (isSortable ? [id] : [])),
      sorting: { orderBy: sortedBy, direction: "Asc" },
    },
    listQuery: (state) => calls.listQuery(state, activeOf(state)),
    invalidates: [root, ...alsoInvalidates, ...LOG],
  };
}

/** Declares the screens of a resource: its list, and the forms beside it. */
export function declareResource<P extends Collection>(
  api: P,
  options: ResourceOptions<RowOf<P> & Entry, keyof BodyOf<P> & string>,
): Screen[] {
  const definition = definitionOf<RowOf<P> & Entry>(api, options);
  // The form needs no more of a row than its name.
  const resource = definition as unknown as Definition;
  const { paths, may: action, icon, position, labels, columns, isOfCauses = false } = options;
  const may = (profile: Profile) => can(profile, action) && (brand.hasCharities || !isOfCauses);
  return [
    screen({
      path: paths.list(),
      frame: portal,
      guard: mustBeAbleTo(action, notifyNoAccess),
      load: async () => {
        const { ResourceListPage } = await import("./ResourceListPage");
        return { Component: () => <ResourceListPage resource={definition} columns={columns} /> };
      },
      Component: "Component",
      starts: ({ search }) => [definition.listQuery(readListState(search, definition.order))],
      menu: { group: "directory", label: labels.title, icon, position, may },
      budget: "portal",
      children: [
        screen({
          path: paths.add(),
          load: async () => {
            const { AddDeclaredPage } = await import("./DeclaredPages");
            return { Component: () => <AddDeclaredPage resource={resource} /> };
          },
          Component: "Component",
          // After the forms of vendors and charities.
          menu: { group: "add", label: labels.add, icon: "plus", position: 3 + position, may },
          budget: "portal",
        }),
        screen({
          path: paths.edit(":id"),
          load: async () => {
            const { EditDeclaredPage } = await import("./DeclaredPages");
            return { Component: () => <EditDeclaredPage resource={resource} /> };
          },
          Component: "Component",
          starts: ({ params: { id = "" } }) => [definition.oneQuery(id), activityQuery(id)],
          budget: "portal",
        }),
      ],
    }),
  ];
}
