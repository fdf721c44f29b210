// Filters of the list of users as query parameters. Second steps and last visits are only for administrators.
import { m } from "@/i18n";
import { businessDateOf } from "@/lib/dates";
import type { ListState } from "@/shared/table/listState";

export const ROLES = ["SUPER_ADMINISTRATOR", "ADMINISTRATOR", "MANAGER", "EMPLOYEE", "CONSUMER"] as const;

const DAY_MS = 86_400_000;

/** Choices of the filter by last visit: within, or not within, a number of days. */
export const visits: Record<string, { days: number; isAbsence: boolean; words: () => string }> = {
  week: { days: 7, isAbsence: false, words: () => m.users_seen_within({ days: 7 }) },
  month: { days: 30, isAbsence: false, words: () => m.users_seen_within({ days: 30 }) },
  "not-month": { days: 30, isAbsence: true, words: () => m.users_not_seen_for({ days: 30 }) },
  "not-quarter": { days: 90, isAbsence: true, words: () => m.users_not_seen_for({ days: 90 }) },
  "not-year": { days: 365, isAbsence: true, words: () => m.users_not_seen_for({ days: 365 }) },
};

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
