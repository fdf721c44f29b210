import { useQuery } from "@tanstack/react-query";
import { figuresQuery, vendorsOnShow } from "@/api/queries/onShow";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useChosenRegionId } from "@/session/region";
import { EmptyState } from "@/ui/layout/EmptyState";
import { LinkButton } from "@/ui/form/LinkButton";
import { EmptyRegion } from "./EmptyRegion";
import { LogoShow } from "./LogoShow";
import { ShowcaseBlock } from "./ShowcaseBlock";

export function LocalBusinesses() {
  // Prefetch the figures below the logos before the code that shows them has loaded.
  useQuery(figuresQuery());
  const regionId = useChosenRegionId();
  const shops = useQuery(vendorsOnShow(regionId));
  return (
    <ShowcaseBlock
      className="section"
      isMirrored
      title={m.landing_shops_title()}
      text={m.landing_shops_text()}
      action={<LinkButton to={paths.shopVendors()}>{m.landing_shops_all()}</LinkButton>}
    >
      <LogoShow
        query={shops}
        kind="vendor"
        label={m.landing_businesses_logos()}
        pathOf={paths.vendor}
        empty={
          regionId !== "" ? (
            <EmptyRegion scene="moving-in" title={m.landing_shops_region} />
          ) : (
            <EmptyState
              scene="moving-in"
              headingLevel="h3"
              title={m.landing_shops_empty()}
              action={<LinkButton to={paths.registerVendor()}>{m.landing_shops_join()}</LinkButton>}
            >
              {m.landing_shops_empty_text()}
            </EmptyState>
          )
        }
      />
    </ShowcaseBlock>
  );
}
