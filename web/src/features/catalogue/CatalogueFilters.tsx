import type { ReactNode } from "react";
import { SearchBox } from "@/ui/form/SearchBox";
import type { Choice } from "@/ui/form/ChoiceSelect";
import { cx } from "@/ui/cx";
import { FilterSelect } from "./FilterSelect";
import { RegionChip } from "./RegionChip";
import type { useAddressFilter } from "@/shared/page/useAddressFilter";

interface CatalogueFiltersProps {
  filter: ReturnType<typeof useAddressFilter>;
  /** The filter by category: its parameter in the address and its choices. */
  kind: {
    parameter: string;
    label: string;
    allLabel: string;
    choices: readonly Choice[];
  };
  searchLabel: string;
  /** Called instead of writing the search text to the address. */
  onSearch?: ((text: string) => void) | undefined;
  /** Further filters. */
  children?: ReactNode;
}

const ofTwo = "sm:grid-cols-[minmax(200px,1fr)_2fr]";

/** Two columns on phones, so that the list starts higher. */
const ofThree =
  "max-[360px]:grid-cols-1 grid-cols-2 md:max-w-240 md:grid-cols-[minmax(200px,1fr)_minmax(180px,0.8fr)_2fr]";

/** Filters of a public list: category and search text. */
export function CatalogueFilters({ filter, kind, searchLabel, onSearch, children }: CatalogueFiltersProps) {
  const chosen = filter.read(kind.parameter);
  return (
    <>
      <div className={cx("mt-7 grid items-end gap-4 sm:max-w-190", children ? ofThree : ofTwo)}>
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
          onSearch={onSearch ?? ((text) => filter.write("q", text))}
          className={cx("grow", Boolean(children) && "col-span-full md:col-auto")}
        />
      </div>
      <RegionChip />
    </>
  );
}
