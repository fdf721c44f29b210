import type { ReactNode } from "react";
import { m } from "@/i18n";
import type { ListState } from "@/shared/table/useListState";
import { EmptyState } from "@/ui/EmptyState";

interface NothingFoundProps {
  list: ListState;
  /** What to do while there is nothing at all. */
  children: ReactNode;
}

export function NothingFound({ list: { searchText }, children }: NothingFoundProps) {
  return (
    <EmptyState scene="nothing-found" title={m.kit_table_empty()}>
      {searchText === "" ? children : m.lists_nothing_found({ text: searchText })}
    </EmptyState>
  );
}
