// Queries of the pages of users.
import { keepPreviousData } from "@tanstack/react-query";
import type { QueryOf } from "@/api/client";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema";
import { pageOf, type ListState } from "@/shared/table/useListState";

/** A role that was offered and not accepted yet. */
export type Invitation = components["schemas"]["PendingInvitation"];

interface UsersFilter {
  tenantId: string | undefined;
  isDeleted: boolean;
  asksToClose: boolean;
  /** Filters as query parameters. */
  narrowing: object;
}

export function usersQuery(list: ListState, { tenantId, isDeleted, asksToClose, narrowing }: UsersFilter) {
  const ofTenant = tenantId === undefined ? {} : { tenantId };
  const asking = asksToClose ? { asksToClose } : {};
  const query = {
    ...pageOf(list),
    ...ofTenant,
    ...asking,
    ...narrowing,
    isDeleted,
  } as QueryOf<"/api/v1/Accounts">;
  return { ...reading("/api/v1/Accounts", { query }), placeholderData: keepPreviousData };
}

const INVITATIONS_PAGE_SIZE = 10;

export function invitationsQuery(tenantId: string | undefined, page: number) {
  const ofTenant = tenantId === undefined ? {} : { tenantId };
  const query = { pageIndex: page, pageSize: INVITATIONS_PAGE_SIZE, ...ofTenant };
  return { ...reading("/api/v1/Accounts/invitations", { query }), placeholderData: keepPreviousData };
}
