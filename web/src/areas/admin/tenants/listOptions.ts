// What the list of vendors or charities is sorted and narrowed by, which forms know, too: they lead to the next one of it.
import { m } from "@/i18n";
import { choiceFilter } from "@/shared/table/filters";
import type { ListState } from "@/shared/table/useListState";
import { stateName } from "./StateChip";
import { TENANT_STATES } from "./values";

export const tenantListOptions = {
  columns: ["displayName", "businessNumber", "createdAt"],
  sorting: { orderBy: "createdAt", direction: "Desc" },
  filters: [
    choiceFilter({
      name: "state",
      label: m.lists_state,
      everything: m.lists_any_state,
      choices: () => TENANT_STATES.map((state) => ({ value: state, text: stateName(state) })),
    }),
  ],
} as const;

/** The state that the list is narrowed to, if the address names one that there is. */
export function stateOf({ filter }: Pick<ListState, "filter">): object {
  const state = TENANT_STATES.find((each) => each === filter("state"));
  return state === undefined ? {} : { state };
}
