// Queries and changes of pages about people.
import { paths } from "@/paths";
import { call } from "@/api/client";
import { reading, type ReadPath } from "@/api/reading";
import { readingPages } from "@/api/readingPages";
import { returnUrls } from "@/api/returnUrls";
import type { components } from "@/api/schema";
import type { Status } from "@/areas/portal/kit/status";

/** A person in one of their roles: a row of the list. */
export type User = components["schemas"]["User"];
/** A person with all their roles. */
export type UserDetail = components["schemas"]["UserDetail"];
/** A person with the version, as the form loads it. */
export type EditedUser = components["schemas"]["VersionedUser"];

export type TenantChoice = components["schemas"]["TenantChoice"];

/** Query paths to invalidate after every change of a user. */
export const USERS: readonly ReadPath[] = [
  "/Accounts",
  "/Helpdesk/people/{id}",
  "/Helpdesk/cases/{kind}/{id}/timeline",
];

/** Activates or deactivates an account. Activating emails a link to people without a password. */
export function setAccountStatus(email: string, status: Status) {
  const isOn = status === "activate";
  return call("put", "/api/v1/Accounts/status", {
    body: {
      email,
      accountStatus: isOn ? "ACTIVATE" : "DEACTIVATE",
      ...(isOn ? returnUrls(paths.setupPassword(), paths.setupPasswordFailed()) : {}),
    },
  });
}

export function userQuery(id: string) {
  return reading("/api/v1/Accounts/{id}", { path: { id } });
}

/** Query for the roles that the signed-in user can grant. */
export function rolesQuery(isAdmin: boolean) {
  return reading("/api/v1/OAuth/roles", { query: { isAdmin } });
}

const DROPDOWN_PAGE_SIZE = 20;

/** Query for vendors and charities by name, twenty per page. */
export function tenantsQuery(searchText: string) {
  return readingPages("/api/v1/Tenants", { query: { pageSize: DROPDOWN_PAGE_SIZE, searchText } });
}

/** Like `tenantsQuery`, but vendors only. */
export function shopsQuery(searchText: string) {
  const sorting = { orderBy: "displayName", direction: "Asc" } as const;
  return readingPages("/api/v1/Vendors", { query: { pageSize: DROPDOWN_PAGE_SIZE, searchText, ...sorting } });
}
