// What the pages of users ask the server.
import { keepPreviousData } from "@tanstack/react-query";
import type { QueryOf } from "@/api/client";
import { reading } from "@/api/reading";
import { readingPages } from "@/api/readingPages";
import type { components } from "@/api/schema";
import { pageOf, type ListState } from "@/shared/table/useListState";

export type TenantChoice = components["schemas"]["TenantChoice"];

/** A role that was offered and not accepted so far. */
export type Invitation = components["schemas"]["PendingInvitation"];

interface UsersFilter {
  tenantId: string | undefined;
  isDeleted: boolean;
  asksToClose: boolean;
}

export function usersQuery(list: ListState, { tenantId, isDeleted, asksToClose }: UsersFilter) {
  const ofTenant = tenantId === undefined ? {} : { tenantId };
  const asking = asksToClose ? { asksToClose } : {};
  const query = { ...pageOf(list), ...ofTenant, ...asking, isDeleted } as QueryOf<"/api/v1/Accounts">;
  return { ...reading("/api/v1/Accounts", { query }), placeholderData: keepPreviousData };
}

const INVITATIONS_PAGE_SIZE = 10;

export function invitationsQuery(tenantId: string | undefined, page: number) {
  const ofTenant = tenantId === undefined ? {} : { tenantId };
  const query = { pageIndex: page, pageSize: INVITATIONS_PAGE_SIZE, ...ofTenant };
  return { ...reading("/api/v1/Accounts/invitations", { query }), placeholderData: keepPreviousData };
}

/** The roles that the signed-in person may give. */
export function rolesQuery(isAdmin: boolean) {
  return reading("/api/v1/OAuth/roles", { query: { isAdmin } });
}

const DROPDOWN_PAGE_SIZE = 20;

/** Vendors and charities by name, twenty at a time. */
export function tenantsQuery(searchText: string) {
  return readingPages("/api/v1/Tenants", { query: { pageSize: DROPDOWN_PAGE_SIZE, searchText } });
}

/** The same of vendors alone. */
export function shopsQuery(searchText: string) {
  const sorting = { orderBy: "displayName", direction: "Asc" } as const;
  return readingPages("/api/v1/Vendors", { query: { pageSize: DROPDOWN_PAGE_SIZE, searchText, ...sorting } });
}
