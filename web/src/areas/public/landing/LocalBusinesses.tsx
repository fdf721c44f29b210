import { useQuery } from "@tanstack/react-query";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { EmptyState } from "@/ui/EmptyState";
import { LinkButton } from "@/ui/LinkButton";
import { LazyLogoCarousel } from "./LazyLogoCarousel";
import { shopsOnShow } from "./queries";
import { ShowcaseBlock } from "./ShowcaseBlock";

export function LocalBusinesses() {
  const { data: shops } = useQuery(shopsOnShow());
  return (
    <ShowcaseBlock
      className="section"
      isMirrored
      title={m.landing_shops_title()}
      text={m.landing_shops_text()}
      action={<LinkButton to={paths.shopVendors()}>{m.landing_shops_all()}</LinkButton>}
    >
      {shops.length > 0 ? (
        <LazyLogoCarousel label={m.landing_shops_title()} items={shops} pathOf={paths.vendor} />
      ) : (
        <EmptyState
          scene="moving-in"
          headingLevel="h3"
          title={m.landing_shops_empty()}
          action={<LinkButton to={paths.registerVendor()}>{m.landing_shops_join()}</LinkButton>}
        >
          {m.landing_shops_empty_text()}
        </EmptyState>
      )}
    </ShowcaseBlock>
  );
}
