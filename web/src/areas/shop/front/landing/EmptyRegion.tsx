import { useQuery } from "@tanstack/react-query";
import { regionsQuery } from "@/api/queries/regions";
import type { SceneName } from "@/brands/brand";
import { m } from "@/i18n";
import { clearRegion, useChosenRegionId } from "@/session/region";
import { Button } from "@/ui/form/Button";
import { EmptyState } from "@/ui/layout/EmptyState";

interface EmptyRegionProps {
  scene: SceneName;
  title: (where: { region: string }) => string;
}

/** Empty state of the chosen region, with a button that shows all regions. */
export function EmptyRegion({ scene, title }: EmptyRegionProps) {
  const regionId = useChosenRegionId();
  const { data: regions = [] } = useQuery(regionsQuery());
  const region = regions.find(({ value }) => value === regionId)?.text ?? m.landing_region_chosen();
  return (
    <EmptyState
      scene={scene}
      headingLevel="h3"
      title={title({ region })}
      action={<Button onClick={clearRegion}>{m.landing_region_all()}</Button>}
    />
  );
}
