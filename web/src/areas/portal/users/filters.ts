// Filters of the list of users, with their controls.
import { m } from "@/i18n";
import { roleName } from "@/features/people/roleName";
import { choiceFilter, switchFilter, type Filter } from "@/shared/table/filters";
import { ROLES, visits } from "./narrowing";

const STAFF = ["MANAGER", "EMPLOYEE"] as const;

function roleFilter(roles: readonly (typeof ROLES)[number][]): Filter {
  return choiceFilter({
    name: "role",
    label: m.field_role,
    everything: m.users_any_role,
    choices: () => roles.map((role) => ({ value: role, text: roleName(role) })),
  });
}

const closedFilters = [
  switchFilter("isDeleted", m.users_show_deleted),
  switchFilter("asksToClose", m.users_asks_to_close),
];

const administratorFilters: readonly Filter[] = [
  roleFilter(ROLES),
  choiceFilter({
    name: "hasSecondFactor",
    label: m.users_factors,
    everything: m.users_any_factors,
    choices: () => [
      { value: "true", text: m.users_with_factors() },
      { value: "false", text: m.users_without_factors() },
    ],
  }),
  choiceFilter({
    name: "seen",
    label: m.users_seen,
    everything: m.users_any_visit,
    choices: () => Object.entries(visits).map(([value, { words }]) => ({ value, text: words() })),
  }),
  ...closedFilters,
];

const managerFilters: readonly Filter[] = [roleFilter(STAFF), ...closedFilters];

export function userFilters(isAdministrator: boolean): readonly Filter[] {
  return isAdministrator ? administratorFilters : managerFilters;
}
