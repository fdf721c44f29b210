import { Icon } from "@/ui/Icon";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { regionsQuery } from "@/api/queries/regions";
import { m } from "@/i18n";
import { chooseRegion, chosenRegionId } from "@/session/region";
import { cx } from "@/ui/cx";
import { useAfterHydration } from "@/ui/useAfterHydration";

/** Where the visitor shops. "All Regions" is always there, even while the list is on its way or can't be had. */
export function RegionPicker({ className }: { className?: string | undefined }) {
  const { data: offered } = useQuery(regionsQuery());
  const regions = offered ?? [];
  const chosen = useAfterHydration(chosenRegionId, "");
  const isKnown = regions.some(({ value }) => value === chosen);

  const isGone = offered !== undefined && chosen !== "" && !isKnown;

  useEffect(() => {
    // Seldom needed, so that nobody carries it.
    if (isGone) void import("./forgetGoneRegion").then(({ forgetGoneRegion }) => forgetGoneRegion());
  }, [isGone]);

  return (
    <span className={cx("region-picker", className)}>
      <Icon name="map-pin" size={18} />
      <select
        aria-label={m.shell_region()}
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
      <Icon name="chevron-down" size={16} />
    </span>
  );
}
