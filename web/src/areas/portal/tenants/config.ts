// Configuration of the screens that vendors and charities share.
import type { ReadPath } from "@/api/reading";
import type { Status } from "@/areas/portal/kit/status";
import { m } from "@/i18n";
import type { PictureKind } from "@/lib/pictures";
import type { Tenant } from "./values";

/** A row of the list, with the properties that both kinds have. */
export type TenantItem = Pick<
  Tenant,
  "id" | "displayName" | "legalName" | "businessNumber" | "isActive" | "state" | "logoPath"
> & {
  /** Time of closing; only shops can be closed. */
  closedAt?: string | null | undefined;
};

export interface TenantConfig {
  picture: Extract<PictureKind, "vendor" | "charity">;
  paths: {
    list: string;
    add: string;
    edit: (id: string) => string;
    /** First page about one tenant. */
    view: (id: string) => string;
  };
  /** Query paths to invalidate after a change. */
  invalidates: readonly ReadPath[];
  setStatus: (id: string, status: Status) => Promise<unknown>;
  /** Closes a shop; absent for charities. */
  close?: (id: string) => Promise<unknown>;
  reject: (id: string, reason: string) => Promise<unknown>;
  /** Asks the contact person of a registration for missing fields. */
  ask: (id: string, question: { fields: readonly string[]; note: string | null }) => Promise<unknown>;
  labels: {
    title: () => string;
    back: () => string;
    add: () => string;
    edit: () => string;
    /** Row actions: open the tenant's page, or its own portal. */
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

/**
 * Action that opens the tenant's own portal for an administrator: in a red frame, and recorded in
 * the audit log.
 */
export function viewAsAction({ paths, picture }: TenantConfig, id: string) {
  const label = picture === "vendor" ? m.tenants_view_as_shop() : m.tenants_view_as_cause();
  return { label, icon: "eye", to: paths.view(id) } as const;
}
