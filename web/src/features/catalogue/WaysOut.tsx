import { useQuery } from "@tanstack/react-query";
import { regionsQuery } from "@/api/queries/regions";
import type { vendorCount } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { forgetRegion, useChosenRegionId } from "@/session/region";
import { Button } from "@/ui/Button";
import type { useAddressFilter } from "@/shared/page/useAddressFilter";

/** What a list is narrowed by; the empty text is no narrowing. */
export interface Narrowing {
  searchText: string;
  kind: string;
  regionId: string;
}

const NOT_NARROWED: Narrowing = { searchText: "", kind: "", regionId: "" };

interface WaysOutProps {
  filter: ReturnType<typeof useAddressFilter>;
  /** The filter by kind: what it is called in the address, and the name of what is chosen, if any is. */
  kind?: { parameter: string; chosen: string | undefined } | undefined;
  /** Whether the chosen region narrows the list. */
  hasRegions?: boolean | undefined;
  /** The number of entries with these filters: a way that leads to none is not offered. */
  countOf: (narrowing: Narrowing) => ReturnType<typeof vendorCount>;
  /** What matches: "No shop", "No cause". */
  sentence: (narrowing: { filters: string }) => string;
  /** With no filter at all. */
  otherwise: string;
  showAllLabel: string;
}

/** A list was narrowed until nothing was left in it: by what, and a way out of each, and of all. */
export function WaysOut({
  filter,
  kind,
  hasRegions = true,
  countOf,
  sentence,
  otherwise,
  showAllLabel,
}: WaysOutProps) {
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
    ...(region ? [{ name: region, without: { ...all, regionId: "" }, drop: forgetRegion }] : []),
  ];
  const showAll = () => {
    filter.clear();
    if (regionId !== "") forgetRegion();
  };
  // What is chosen may have no name: the address is older than the choice, or the names are on their way.
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
            <WayOut
              key={name}
              label={m.catalogue_without({ filter: name })}
              count={countOf(without)}
              onDrop={drop}
            />
          ))}
        <WayOut label={showAllLabel} count={countOf(NOT_NARROWED)} onDrop={showAll} isKept />
      </p>
    </>
  );
}

interface WayOutProps {
  label: string;
  /** The number of entries that the way leads to. */
  count: ReturnType<typeof vendorCount>;
  onDrop: () => void;
  /** Offered also while its count is unknown. */
  isKept?: boolean | undefined;
}

/** A wider list, and the number of its entries; absent where it is empty, too. */
function WayOut({ label, count, onDrop, isKept }: WayOutProps) {
  const { data: entries } = useQuery(count);
  if (entries === 0 || (entries === undefined && !isKept)) return null;
  return (
    <Button onClick={onDrop} className="max-w-full whitespace-normal wrap-anywhere">
      {label}
      {entries !== undefined && ` (${entries})`}
    </Button>
  );
}
