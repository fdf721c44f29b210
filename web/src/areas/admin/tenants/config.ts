// Vendors and charities are kept alike: what their screens need to know of one or the other.
import type { ReadPath } from "@/api/reading";
import type { Status } from "@/areas/admin/kit/status";
import { m } from "@/i18n";
import type { PictureKind } from "@/lib/pictures";
import type { Tenant } from "./values";

/** A line of the list, as far as both have it. */
export type TenantItem = Pick<
  Tenant,
  "id" | "displayName" | "legalName" | "businessNumber" | "isActive" | "state" | "logoPath"
> & {
  /** Only a shop is closed. */
  closedAt?: string | null | undefined;
};

export interface TenantConfig {
  picture: Extract<PictureKind, "vendor" | "charity">;
  paths: {
    list: string;
    add: string;
    edit: (id: string) => string;
    /** The first of the pages about one of them. */
    view: (id: string) => string;
  };
  /** What was read before and isn't true any more after a change. */
  invalidates: readonly ReadPath[];
  setStatus: (id: string, status: Status) => Promise<unknown>;
  /** Charities have no counter to close. */
  close?: (id: string) => Promise<unknown>;
  reject: (id: string, reason: string) => Promise<unknown>;
  /** Asks the contact person of a registration for missing fields. */
  ask: (id: string, question: { fields: readonly string[]; note: string | null }) => Promise<unknown>;
  labels: {
    title: () => string;
    back: () => string;
    add: () => string;
    edit: () => string;
    /** The actions of a row in the list: to its page, and to its own portal. */
    open: () => string;
    view: () => string;
    search: () => string;
    none: () => string;
    activate: () => string;
    deactivate: () => string;
    approve: () => string;
    reject: () => string;
    created: () => string;
    edited: () => string;
  };
}

/** To its own portal, as an administrator sees it: in a red frame, and written down. */
export function viewAsAction({ paths, picture }: TenantConfig, id: string) {
  const label = picture === "vendor" ? m.tenants_view_as_shop() : m.tenants_view_as_cause();
  return { label, icon: "eye", to: paths.view(id) } as const;
}
