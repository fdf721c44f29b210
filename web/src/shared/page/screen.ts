// Declares a screen in the `route.ts` of its folder. Each area collects its own by glob, in its `routes.ts`.
import type { ComponentType } from "react";
import type { LoaderFunction, MiddlewareFunction, RouteObject } from "react-router";
import { loadCode } from "@/lib/missingCode";
import type { Profile } from "@/session/profile";
import type { IconName } from "@/ui/iconNames";
import type { Frame } from "./frame";
import { LatePageError } from "./LateErrorPage";
import { loading, type Readings } from "./loading";

/** Kind of page, which limits the JavaScript that it may load (scripts/budget.ts). */
export type Budget = "public" | "form" | "staff" | "portal" | "unlimited";

/** Menus: the portal's sidebar by role, its tabs and its palette; the account's and the counter's. */
export type MenuGroup =
  "administrators" | "directory" | "vendor" | "charity" | "books" | "desk" | "add" | "account" | "counter";

/** Entry of a screen in its area's menu. */
export interface Menu {
  group: MenuGroup;
  label: () => string;
  icon: IconName;
  /** Position within the group. */
  position: number;
  /** Key that opens the page after G, unique among a user's pages. */
  goKey?: string;
  /** Whether to offer it to this user, if they see the group. */
  may?: (profile: Profile) => boolean;
}

/** A menu entry with the screen's address. */
export interface MenuEntry extends Menu {
  /** Returns the address; for a screen about one vendor or charity, for the one with this id. */
  to: (tenantId?: string) => string;
}

/** A declared screen. */
export interface Screen {
  route: RouteObject;
  frame?: Frame | undefined;
  menu: readonly MenuEntry[];
}

interface ScreenOptions<Name extends string> extends Readings {
  /** Address, made by the builders of paths.ts. A screen without one is mounted for all addresses of its children. */
  path?: string;
  /** Guards and layout around the screen, shared with others. */
  frame?: Frame;
  /** Guard of this screen alone. */
  guard?: MiddlewareFunction;
  /** Loads the page's code, which is a file of its own. */
  load: () => Promise<Record<NoInfer<Name>, ComponentType>>;
  /** Name of the component in that file. */
  Component: Name;
  /** Entries in the area's menus. */
  menu?: Menu | MenuEntry | readonly Menu[];
  budget: Budget;
  /** Screens inside this one, such as the form in a sheet beside its list. */
  children?: readonly Screen[];
}

/** Declares a screen. Its code loads on navigation, together with its data. */
export function screen<Name extends string>(options: ScreenOptions<Name>): Screen {
  const { path, frame, guard, load, Component, menu, children = [], needs, starts } = options;
  const to = () => path ?? "";
  const ownMenu = [menu ?? []].flat().map((entry: Menu): MenuEntry => Object.assign({ to }, entry));
  return {
    frame,
    menu: [...ownMenu, ...children.flatMap((child) => child.menu)],
    route: {
      ...(path !== undefined && { path }),
      ...(guard && { middleware: [guard] }),
      children: children.map(({ route }) => route),
      ...loading({ ...(needs && { needs }), ...(starts && { starts }) }),
      // The error boundary loads with the page. If that code is missing, the parent route shows the error, because the router
      // would render nothing here.
      lazy: async () => ({ Component: (await loadCode(load))[Component], ErrorBoundary: LatePageError }),
    },
  };
}

/** Declares a further address of the screen that has this one among its `children`. */
export function innerAddress(path: string, readings: Readings = {}): Screen {
  return { menu: [], route: { path, element: null, ...loading(readings) } };
}

/** Declares an address that only leads to another. */
export function forward(path: string, loader: LoaderFunction): Screen {
  return { menu: [], route: { path, loader } };
}

/** Declares an address whose guard decides where it leads. */
export function crossroads(path: string, guard: MiddlewareFunction, frame: Frame): Screen {
  return { menu: [], frame, route: { path, middleware: [guard] } };
}
