import { m } from "@/i18n";
import { FilterSelect } from "@/shared/table/FilterSelect";
import type { useListState } from "@/shared/table/useListState";
import { activeWord } from "./activeWord";

interface ActiveFilterProps {
  list: ReturnType<typeof useListState>;
  /** What is listed is feminine in French. */
  isFeminine?: boolean | undefined;
}

/** Narrows a list to what is switched on, or off. */
export function ActiveFilter({ list, isFeminine }: ActiveFilterProps) {
  return (
    <FilterSelect
      label={m.lists_state()}
      everything={m.lists_any_state()}
      choices={[
        { value: "true", text: activeWord(true, isFeminine) },
        { value: "false", text: activeWord(false, isFeminine) },
      ]}
      value={list.filter("isActive")}
      onPick={(isActive) => list.narrow({ isActive })}
    />
  );
}
