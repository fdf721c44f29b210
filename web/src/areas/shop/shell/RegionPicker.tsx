import { Icon } from "@/ui/Icon";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { regionsQuery } from "@/api/queries/regions";
import { m } from "@/i18n";
import { chooseRegion, chosenRegionId, useChosenRegionId } from "@/session/region";
import { cx } from "@/ui/cx";
import { useAfterHydration } from "@/ui/useAfterHydration";

/** Select for the region to shop in. “All Regions” is available even while the list is loading or has failed. */
export function RegionPicker({ className }: { className?: string | undefined }) {
  const { data: offered } = useQuery(regionsQuery());
  const regions = offered ?? [];
  // Rerenders when another component clears the region.
  useChosenRegionId();
  const chosen = useAfterHydration(chosenRegionId, "");
  const isKnown = regions.some(({ value }) => value === chosen);

  const isGone = offered !== undefined && chosen !== "" && !isKnown;

  useEffect(() => {
    // Loaded on demand because it is rarely needed.
    if (isGone) void import("./clearRemovedRegion").then(({ clearRemovedRegion }) => clearRemovedRegion());
  }, [isGone]);

  return (
    // The platform draws the list and takes its colours from here.
    <span className={cx("relative inline-flex items-center text-ink-soft", className)}>
      <Icon
        name="map-pin"
        size={18}
        className="pointer-events-none absolute left-3 max-sm:-mx-1 max-[360px]:hidden"
      />
      <select
        aria-label={m.shell_region()}
        className="field-sizing-content min-h-11 max-w-55 min-w-0 appearance-none rounded-control py-0 pr-8.5 pl-9 text-sm/normal text-ellipsis hover:text-ink max-sm:pr-6 max-sm:pl-7.5 max-sm:text-compact max-[360px]:pl-2 *:bg-surface *:text-ink"
        value={isKnown ? chosen : ""}
        onChange={(event) => chooseRegion(event.target.value)}
      >
        <option value="">{m.shell_all_regions()}</option>
        {regions.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={16} className="pointer-events-none absolute right-2.5 max-sm:-mx-1" />
    </span>
  );
}
