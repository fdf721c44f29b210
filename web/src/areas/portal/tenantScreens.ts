// Screens about one vendor or charity. Each has two addresses: one for the tenant's own managers, and one below the lists of
// the administrators, which says whose it is.
import type { ComponentType } from "react";
import { adminPaths } from "@/adminPaths";
import { restoreProfile } from "@/session/current";
import type { Frame } from "@/shared/page/frame";
import type { Destination, Wanted } from "@/shared/page/loading";
import { screen, type Budget, type Menu, type Screen } from "@/shared/page/screen";
import { oneCharity, oneVendor, ownCharity, ownVendor } from "./frames";

type VendorPaths = ReturnType<typeof adminPaths.vendorArea>;
type CharityPaths = ReturnType<typeof adminPaths.charityArea>;

interface TenantScreen<Paths, Name extends string> {
  path: (area: Paths) => string;
  load: () => Promise<Record<NoInfer<Name>, ComponentType>>;
  Component: Name;
  /** Queries that start with the page's code. */
  starts?: (tenantId: string, place: Destination) => readonly Wanted[];
  menu?: Menu;
  budget: Budget;
  children?: readonly TenantScreen<Paths, string>[];
}

interface Mount<Paths> {
  pathsOf: (tenantId?: string) => Paths;
  parameter: "vid" | "cid";
  own: Frame;
  one: Frame;
}

/** Declares the screen in one of its two places. */
function mounted<Paths, Name extends string>(
  { pathsOf, parameter }: Mount<Paths>,
  { path, starts, menu, children = [], ...page }: TenantScreen<Paths, Name>,
  frame: Frame | undefined,
  isOwn: boolean,
): Screen {
  return screen({
    ...page,
    ...(frame && { frame }),
    path: path(pathsOf(isOwn ? undefined : `:${parameter}`)),
    // The menu of one vendor or charity has the same entries for both.
    ...(menu && isOwn && { menu: { ...menu, to: (tenantId?: string) => path(pathsOf(tenantId)) } }),
    ...(starts && {
      starts: async (place: Destination) => {
        const tenantId = isOwn ? (await restoreProfile())?.tenantIds[0] : place.params[parameter];
        return starts(tenantId ?? "", place);
      },
    }),
    children: children.map((child) =>
      mounted({ pathsOf, parameter } as Mount<Paths>, child, undefined, isOwn),
    ),
  });
}

function twice<Paths, Name extends string>(mount: Mount<Paths>, page: TenantScreen<Paths, Name>): Screen[] {
  return [mounted(mount, page, mount.own, true), mounted(mount, page, mount.one, false)];
}

/** Declares a screen about a vendor. */
export function vendorScreen<Name extends string>(page: TenantScreen<VendorPaths, Name>): Screen[] {
  return twice({ pathsOf: adminPaths.vendorArea, parameter: "vid", own: ownVendor, one: oneVendor }, page);
}

/** Declares a screen about a charity. */
export function charityScreen<Name extends string>(page: TenantScreen<CharityPaths, Name>): Screen[] {
  return twice({ pathsOf: adminPaths.charityArea, parameter: "cid", own: ownCharity, one: oneCharity }, page);
}
