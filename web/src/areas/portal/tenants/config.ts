// Configuration of the screens that vendors and charities share.
import type { ListedResource, Resource, ResourceFrame } from "@/areas/portal/kit/resource";
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

/** A resource of vendors or charities, as pages need it that show either. */
export interface TenantConfig extends ResourceFrame, Pick<ListedResource<TenantItem>, "setStatus"> {
  picture: Extract<PictureKind, "vendor" | "charity">;
  paths: ResourceFrame["paths"] & {
    /** First page about one tenant. */
    view: (id: string) => string;
  };
  /** Closes a shop; absent for charities. */
  close?: (id: string) => Promise<unknown>;
  reject: (id: string, reason: string) => Promise<unknown>;
  /** Asks the contact person of a registration for missing fields. */
  ask: (id: string, question: { fields: readonly string[]; note: string | null }) => Promise<unknown>;
  labels: ResourceFrame["labels"] &
    Record<
      | "back"
      /** Row actions: open the tenant's page, or its own portal. */
      | "open"
      | "view"
      | "approve"
      | "reject",
      () => string
    >;
}

/** The resource itself, with its types. */
export type TenantResource<Item extends TenantItem, Found extends Tenant> = TenantConfig &
  Resource<Item, Found>;

/**
 * Action that opens the tenant's own portal for an administrator: in a red frame, and recorded in
 * the audit log.
 */
export function viewAsAction({ paths, picture }: TenantConfig, id: string) {
  const label = picture === "vendor" ? m.tenants_view_as_shop() : m.tenants_view_as_cause();
  return { label, icon: "eye", to: paths.view(id) } as const;
}
