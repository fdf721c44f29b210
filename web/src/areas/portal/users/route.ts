import { adminPaths } from "@/adminPaths";
import { rolesQuery, userQuery } from "@/areas/portal/kit/people/queries";
import { administrators } from "@/areas/portal/frames";
import { charityScreen, vendorScreen } from "@/areas/portal/tenantScreens";
import { m } from "@/i18n";
import { isAdministrator, isCharityManager, isVendorManager } from "@/session/can";
import { currentProfile } from "@/session/current";
import { screen } from "@/shared/page/screen";
import { readListState } from "@/shared/table/listState";
import { invitationsQuery, listedUsers, usersOrder } from "./queries";

/** Returns the queries of the list. Administrators have more filters. */
function list(search: URLSearchParams, tenantId?: string) {
  const profile = currentProfile();
  const isAbove = profile !== undefined && isAdministrator(profile);
  return [listedUsers(readListState(search, usersOrder), tenantId, isAbove), invitationsQuery(tenantId, 1)];
}

const add = { group: "add", label: m.users_add, icon: "user-plus" } as const;

export const routes = [
  screen({
    path: adminPaths.users.list(),
    frame: administrators,
    load: () => import("./UsersListPage"),
    Component: "UsersListPage",
    starts: ({ search }) => list(search),
    menu: { group: "administrators", label: m.admin_users, icon: "users", position: 2, goKey: "u" },
    budget: "portal",
    children: [
      screen({
        path: adminPaths.users.add(),
        load: () => import("./AddUserFormPage"),
        Component: "AddUserFormPage",
        starts: () => [rolesQuery(true)],
        menu: { ...add, position: 1, may: isAdministrator },
        budget: "portal",
      }),
    ],
  }),
  ...vendorScreen({
    path: ({ users }) => users.list(),
    load: () => import("./UsersListPage"),
    Component: "UsersListPage",
    starts: (vendorId, { search }) => list(search, vendorId),
    menu: { group: "vendor", label: m.admin_users, icon: "users", position: 2, goKey: "u" },
    budget: "portal",
    children: [
      {
        path: ({ users }) => users.add(),
        load: () => import("./AddUserFormPage"),
        Component: "AddUserFormPage",
        starts: () => [rolesQuery(false)],
        menu: { ...add, position: 7, may: isVendorManager },
        budget: "portal",
      },
      {
        path: ({ users }) => users.one(":id"),
        load: () => import("./ManageUserFormPage"),
        Component: "ManageUserFormPage",
        starts: (_vendorId, { params: { id = "" } }) => [userQuery(id)],
        budget: "portal",
      },
    ],
  }),
  ...charityScreen({
    path: ({ users }) => users.list(),
    load: () => import("./UsersListPage"),
    Component: "UsersListPage",
    starts: (charityId, { search }) => list(search, charityId),
    menu: { group: "charity", label: m.admin_users, icon: "users", position: 2, goKey: "u" },
    budget: "portal",
    children: [
      {
        path: ({ users }) => users.add(),
        load: () => import("./AddUserFormPage"),
        Component: "AddUserFormPage",
        starts: () => [rolesQuery(false)],
        menu: { ...add, position: 9, may: isCharityManager },
        budget: "portal",
      },
      {
        path: ({ users }) => users.one(":id"),
        load: () => import("./ManageUserFormPage"),
        Component: "ManageUserFormPage",
        starts: (_charityId, { params: { id = "" } }) => [userQuery(id)],
        budget: "portal",
      },
    ],
  }),
];
