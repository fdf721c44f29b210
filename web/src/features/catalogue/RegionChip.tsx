import { useQuery } from "@tanstack/react-query";
import { regionsQuery } from "@/api/queries/regions";
import { m } from "@/i18n";
import { clearRegion, useChosenRegionId } from "@/session/region";
import { Icon } from "@/ui/Icon";

/** The region that filters the list, as a chip that removes the filter. */
export function RegionChip() {
  const regionId = useChosenRegionId();
  const { data: regions = [] } = useQuery(regionsQuery());
  const region = regions.find(({ value }) => value === regionId)?.text;
  if (region === undefined) return null;
  return (
    <button
      type="button"
      aria-label={m.catalogue_without({ filter: region })}
      onClick={clearRegion}
      className="mt-4 inline-flex min-h-11 items-center gap-2 rounded-chip bg-surface px-4 font-semibold"
    >
      <Icon name="map-pin" size={18} />
      {region}
      <Icon name="x" size={18} />
    </button>
  );
}
