import { useQuery } from "@tanstack/react-query";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { EmptyState } from "@/ui/EmptyState";
import { LinkButton } from "@/ui/LinkButton";
import { LazyLogoCarousel } from "./LazyLogoCarousel";
import { causesOnShow } from "./queries";
import { ShowcaseBlock } from "./ShowcaseBlock";

export function LocalCauses() {
  const { data: causes } = useQuery(causesOnShow());
  return (
    <ShowcaseBlock
      className="section sky-band"
      title={m.landing_causes_title()}
      text={m.landing_causes_text()}
      action={<LinkButton to={paths.charities()}>{m.landing_causes_all()}</LinkButton>}
    >
      {causes.length > 0 ? (
        <LazyLogoCarousel label={m.landing_causes_title()} items={causes} pathOf={paths.charity} />
      ) : (
        <EmptyState
          scene="causes-coming"
          headingLevel="h3"
          title={m.landing_causes_empty()}
          action={<LinkButton to={paths.registerCharity()}>{m.landing_causes_join()}</LinkButton>}
        >
          {m.landing_causes_empty_text()}
        </EmptyState>
      )}
    </ShowcaseBlock>
  );
}
