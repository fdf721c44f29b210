// Queries of the pages of users.
import { keepPreviousData } from "@tanstack/react-query";
import type { QueryOf } from "@/api/client";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema";
import { type ListState, pageOf } from "@/shared/table/listState";
import { userNarrowing } from "./narrowing";

/** A role that was offered and not accepted yet. */
export type Invitation = components["schemas"]["PendingInvitation"];

/** Sorting of the list. */
export const usersOrder = {
  columns: ["name", "email", "createdAt"],
  sorting: { orderBy: "createdAt", direction: "Desc" },
} as const;

/** Reads a page of the list, of all users or of one vendor's staff. */
export function listedUsers(list: ListState, tenantId: string | undefined, isAdministrator: boolean) {
  const query = {
    ...pageOf(list),
    ...(tenantId !== undefined && { tenantId }),
    ...(list.filter("asksToClose") === "true" && { asksToClose: true }),
    ...userNarrowing(list, isAdministrator),
    isDeleted: list.filter("isDeleted") === "true",
  } as QueryOf<"/api/v1/Accounts">;
  return { ...reading("/api/v1/Accounts", { query }), placeholderData: keepPreviousData };
}

const INVITATIONS_PAGE_SIZE = 10;

export function invitationsQuery(tenantId: string | undefined, page: number) {
  const ofTenant = tenantId === undefined ? {} : { tenantId };
  const query = { pageIndex: page, pageSize: INVITATIONS_PAGE_SIZE, ...ofTenant };
  return { ...reading("/api/v1/Accounts/invitations", { query }), placeholderData: keepPreviousData };
}
