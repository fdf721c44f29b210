// Filters of the list of users. Second steps and last visits are only for administrators.
import { m } from "@/i18n";
import { businessDateOf } from "@/lib/dates";
import { roleName } from "@/features/people/roleName";
import { choiceFilter, switchFilter, type Filter } from "@/shared/table/filters";
import type { ListState } from "@/shared/table/useListState";

const ROLES = ["SUPER_ADMINISTRATOR", "ADMINISTRATOR", "MANAGER", "EMPLOYEE", "CONSUMER"] as const;
const STAFF = ["MANAGER", "EMPLOYEE"] as const;

const DAY_MS = 86_400_000;

/** Choices of the filter by last visit: within, or not within, a number of days. */
const visits: Record<string, { days: number; isAbsence: boolean; words: () => string }> = {
  week: { days: 7, isAbsence: false, words: () => m.users_seen_within({ days: 7 }) },
  month: { days: 30, isAbsence: false, words: () => m.users_seen_within({ days: 30 }) },
  "not-month": { days: 30, isAbsence: true, words: () => m.users_not_seen_for({ days: 30 }) },
  "not-quarter": { days: 90, isAbsence: true, words: () => m.users_not_seen_for({ days: 90 }) },
  "not-year": { days: 365, isAbsence: true, words: () => m.users_not_seen_for({ days: 365 }) },
};

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

/** Returns the filters as query parameters; invalid values filter nothing. */
export function userNarrowing({ filter }: Pick<ListState, "filter">, isAdministrator: boolean): object {
  const role = ROLES.find((each) => each === filter("role"));
  const ofAll = role && { role };
  if (!isAdministrator) return { ...ofAll };
  const factor = filter("hasSecondFactor");
  const visit = visits[filter("seen") ?? ""];
  const day = visit && businessDateOf(new Date(Date.now() - visit.days * DAY_MS));
  return {
    ...ofAll,
    ...((factor === "true" || factor === "false") && { hasSecondFactor: factor === "true" }),
    ...(visit && (visit.isAbsence ? { notSeenSince: day } : { seenSince: day })),
  };
}
