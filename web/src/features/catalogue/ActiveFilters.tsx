import { useQuery } from "@tanstack/react-query";
import { regionsQuery } from "@/api/queries/regions";
import type { vendorCount } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { clearRegion, useChosenRegionId } from "@/session/region";
import { Button } from "@/ui/form/Button";
import type { useAddressFilter } from "@/shared/page/useAddressFilter";

/** Filters of a list. Empty texts filter nothing. */
interface Narrowing {
  searchText: string;
  kind: string;
  regionId: string;
}

const NOT_NARROWED: Narrowing = { searchText: "", kind: "", regionId: "" };

interface ActiveFiltersProps {
  filter: ReturnType<typeof useAddressFilter>;
  /** The category filter: its parameter in the address, and the name of the chosen category, if any. */
  kind?: { parameter: string; chosen: string | undefined } | undefined;
  /** Whether the chosen region filters the list. */
  hasRegions?: boolean | undefined;
  /** Counts the entries for given filters. Choices without entries are not offered. */
  countOf: (narrowing: Narrowing) => ReturnType<typeof vendorCount>;
  /** Sentence about the empty result, such as "No shop" or "No cause". */
  sentence: (narrowing: { filters: string }) => string;
  /** Shown if the list is empty without any filter. */
  otherwise: string;
  showAllLabel: string;
}

/** Empty result of a filtered list: names the filters and offers to remove each one, or all. */
export function ActiveFilters({
  filter,
  kind,
  hasRegions = true,
  countOf,
  sentence,
  otherwise,
  showAllLabel,
}: ActiveFiltersProps) {
  const chosenRegionId = useChosenRegionId();
  const regionId = hasRegions ? chosenRegionId : "";
  const { data: regions = [] } = useQuery(regionsQuery());
  const searchText = filter.read("q");
  const region = regions.find(({ value }) => value === regionId)?.text;
  const all: Narrowing = { searchText, kind: kind ? filter.read(kind.parameter) : "", regionId };
  const quoted = { name: m.catalogue_quoted({ text: searchText }), without: { ...all, searchText: "" } };
  const narrowing = [
    ...(searchText ? [{ ...quoted, drop: () => filter.write("q", "") }] : []),
    ...(kind?.chosen
      ? [
          {
            name: kind.chosen,
            without: { ...all, kind: "" },
            drop: () => filter.write(kind.parameter, ""),
          },
        ]
      : []),
    ...(region ? [{ name: region, without: { ...all, regionId: "" }, drop: clearRegion }] : []),
  ];
  const showAll = () => {
    filter.clear();
    if (regionId !== "") clearRegion();
  };
  // A chosen filter may have no name, if it no longer exists or its name is still loading.
  const isNarrowed =
    searchText !== "" || regionId !== "" || (kind !== undefined && filter.read(kind.parameter) !== "");
  if (!isNarrowed) return <p>{otherwise}</p>;
  return (
    <>
      {narrowing.length > 0 && (
        <p className="wrap-anywhere">
          {sentence({ filters: narrowing.map(({ name }) => name).join(" · ") })}
        </p>
      )}
      <p className="mt-5 flex flex-wrap justify-center gap-3">
        {narrowing.length > 1 &&
          narrowing.map(({ name, without, drop }) => (
            <FilterBadge
              key={name}
              label={m.catalogue_without({ filter: name })}
              count={countOf(without)}
              onDrop={drop}
            />
          ))}
        <FilterBadge label={showAllLabel} count={countOf(NOT_NARROWED)} onDrop={showAll} isKept />
      </p>
    </>
  );
}

interface FilterBadgeProps {
  label: string;
  /** Number of entries without this filter. */
  count: ReturnType<typeof vendorCount>;
  onDrop: () => void;
  /** Whether to show the button before its count is known. */
  isKept?: boolean | undefined;
}

/** Button that removes a filter, with the resulting number of entries. Hidden if that is zero, too. */
function FilterBadge({ label, count, onDrop, isKept }: FilterBadgeProps) {
  const { data: entries } = useQuery(count);
  if (entries === 0 || (entries === undefined && !isKept)) return null;
  return (
    <Button onClick={onDrop} className="max-w-full whitespace-normal wrap-anywhere">
      {label}
      {entries !== undefined && ` (${entries})`}
    </Button>
  );
}
