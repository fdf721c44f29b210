// What the pages of users ask the server.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, type QueryOf } from "@/api/client";
import type { components } from "@/api/schema";
import { pageOf, type ListState } from "@/shared/table/useListState";

/** A person in one of their roles: a row of the list. */
export type User = components["schemas"]["User"];
/** The same as their form begins with it. */
export type EditedUser = components["schemas"]["VersionedUser"];
export type TenantChoice = components["schemas"]["TenantChoice"];

/** A role that was offered and not accepted so far. */
export type Invitation = components["schemas"]["PendingInvitation"];

/** What every change of a user makes outdated. */
export const USERS = ["users"] as const;

interface UsersFilter {
  tenantId: string | undefined;
  isDeleted: boolean;
}

export function usersQuery(list: ListState, { tenantId, isDeleted }: UsersFilter) {
  const ofTenant = tenantId === undefined ? {} : { tenantId };
  const query = { ...pageOf(list), ...ofTenant, isDeleted } as QueryOf<"/api/v1/Accounts">;
  return queryOptions({
    queryKey: [...USERS, "list", query],
    queryFn: ({ signal }) => call("get", "/api/v1/Accounts", { query, signal }),
    placeholderData: keepPreviousData,
    // Somebody else may have changed somebody a moment ago.
  });
}

const INVITATIONS_PAGE_SIZE = 10;

export function invitationsQuery(tenantId: string | undefined, page: number) {
  const ofTenant = tenantId === undefined ? {} : { tenantId };
  const query = { pageIndex: page, pageSize: INVITATIONS_PAGE_SIZE, ...ofTenant };
  return queryOptions({
    queryKey: [...USERS, "invitations", query],
    queryFn: ({ signal }) => call("get", "/api/v1/Accounts/invitations", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function userQuery(id: string) {
  return queryOptions({
    queryKey: [...USERS, "one", id],
    queryFn: ({ signal }) => call("get", "/api/v1/Accounts/{id}", { path: { id }, signal }),
  });
}

/** The roles that the signed-in person may give. */
export function rolesQuery(isAdmin: boolean) {
  return queryOptions({
    queryKey: ["roles", isAdmin],
    queryFn: ({ signal }) => call("get", "/api/v1/OAuth/roles", { query: { isAdmin }, signal }),
  });
}

const DROPDOWN_PAGE_SIZE = 20;

/** Vendors and charities by name, twenty at a time. */
export function tenantsQuery(searchText: string) {
  return infiniteQueryOptions({
    queryKey: ["tenants", "choices", searchText],
    queryFn: ({ pageParam, signal }) =>
      call("get", "/api/v1/Tenants", {
        query: { pageIndex: pageParam, pageSize: DROPDOWN_PAGE_SIZE, searchText },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pageIndex, totalPages }) => (pageIndex < totalPages ? pageIndex + 1 : undefined),
  });
}
