import { m } from "@/i18n";
import { FilterSelect } from "@/shared/table/FilterSelect";
import type { useListState } from "@/shared/table/useListState";

/** Narrows a list to what is switched on, or off. */
export function ActiveFilter({ list }: { list: ReturnType<typeof useListState> }) {
  return (
    <FilterSelect
      label={m.lists_state()}
      everything={m.lists_any_state()}
      choices={[
        { value: "true", text: m.lists_active() },
        { value: "false", text: m.lists_inactive() },
      ]}
      value={list.filter("isActive")}
      onPick={(isActive) => list.narrow({ isActive })}
    />
  );
}
