// What pages about people ask the server, and what they change.
import { adminPaths } from "@/adminPaths";
import { call } from "@/api/client";
import { reading, type ReadPath } from "@/api/reading";
import { readingPages } from "@/api/readingPages";
import { returnUrls } from "@/api/returnUrls";
import type { components } from "@/api/schema";
import type { Status } from "@/areas/admin/kit/status";

/** A person in one of their roles: a row of the list. */
export type User = components["schemas"]["User"];
/** A person in all their roles. */
export type UserDetail = components["schemas"]["UserDetail"];
/** The same as their form begins with it. */
export type EditedUser = components["schemas"]["VersionedUser"];

export type TenantChoice = components["schemas"]["TenantChoice"];

/** What every change of a user makes outdated. */
export const USERS: readonly ReadPath[] = [
  "/Accounts",
  "/Helpdesk/people/{id}",
  "/Helpdesk/cases/{kind}/{id}/timeline",
];

/** Who never chose a password is mailed a link to do so when their account is activated. */
export function setAccountStatus(email: string, status: Status) {
  const isOn = status === "activate";
  return call("put", "/api/v1/Accounts/status", {
    body: {
      email,
      accountStatus: isOn ? "ACTIVATE" : "DEACTIVATE",
      ...(isOn ? returnUrls(adminPaths.setupPassword(), adminPaths.setupPasswordFailed()) : {}),
    },
  });
}

export function userQuery(id: string) {
  return reading("/api/v1/Accounts/{id}", { path: { id } });
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
