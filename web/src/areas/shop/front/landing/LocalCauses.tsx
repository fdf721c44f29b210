import { useQuery } from "@tanstack/react-query";
import { charitiesOnShow } from "@/api/queries/onShow";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useChosenRegionId } from "@/session/region";
import { EmptyState } from "@/ui/layout/EmptyState";
import { LinkButton } from "@/ui/form/LinkButton";
import { EmptyRegion } from "./EmptyRegion";
import { LogoShow } from "./LogoShow";
import { ShowcaseBlock } from "./ShowcaseBlock";

export function LocalCauses() {
  const regionId = useChosenRegionId();
  const causes = useQuery(charitiesOnShow(regionId));
  return (
    <ShowcaseBlock
      className="section sky-band"
      title={m.landing_causes_title()}
      text={m.landing_causes_text()}
      action={<LinkButton to={paths.charities()}>{m.landing_causes_all()}</LinkButton>}
    >
      <LogoShow
        query={causes}
        kind="charity"
        label={m.landing_causes_logos()}
        pathOf={paths.charity}
        empty={
          regionId !== "" ? (
            <EmptyRegion scene="causes-coming" title={m.landing_causes_region} />
          ) : (
            <EmptyState
              scene="causes-coming"
              headingLevel="h3"
              title={m.landing_causes_empty()}
              action={<LinkButton to={paths.registerCharity()}>{m.landing_causes_join()}</LinkButton>}
            >
              {m.landing_causes_empty_text()}
            </EmptyState>
          )
        }
      />
    </ShowcaseBlock>
  );
}
