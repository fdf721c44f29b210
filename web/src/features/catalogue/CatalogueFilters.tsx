import type { ReactNode } from "react";
import { SearchBox } from "@/ui/SearchBox";
import type { Choice } from "@/ui/ChoiceSelect";
import { FilterSelect } from "./FilterSelect";
import { RegionChip } from "./RegionChip";
import type { useAddressFilter } from "@/shared/page/useAddressFilter";

interface CatalogueFiltersProps {
  filter: ReturnType<typeof useAddressFilter>;
  /** The kinds that there are, and what the chosen one is called in the address. */
  kind: {
    parameter: string;
    label: string;
    allLabel: string;
    choices: readonly Choice[];
  };
  searchLabel: string;
  /** Another way to narrow or order it, beside these. */
  children?: ReactNode;
}

/** Narrows a list of the shop window by kind and by name. */
export function CatalogueFilters({ filter, kind, searchLabel, children }: CatalogueFiltersProps) {
  const chosen = filter.read(kind.parameter);
  return (
    <>
      <div className="catalogue-filters">
        <FilterSelect
          label={kind.label}
          choices={[{ value: "", text: kind.allLabel }, ...kind.choices]}
          value={kind.choices.some(({ value }) => value === chosen) ? chosen : ""}
          onPick={(value) => filter.write(kind.parameter, value)}
        />
        {children}
        <SearchBox
          label={searchLabel}
          value={filter.read("q")}
          onSearch={(text) => filter.write("q", text)}
          className="grow"
        />
      </div>
      <RegionChip />
    </>
  );
}
