import { brand } from "@/brands/current";
import { Hero } from "@/brands/current/landing/Hero";
import { HowItWorks } from "@/brands/current/landing/HowItWorks";
import { m } from "@/i18n";
import { formatPercent } from "@/lib/money";
import { Page } from "@/shared/page/Page";
import { ClosingCall } from "./ClosingCall";
import { HeroCards } from "./HeroCards";
import { HeroText } from "./HeroText";
import { LocalBusinesses } from "./LocalBusinesses";
import { LocalCauses } from "./LocalCauses";
import { PopularCategories } from "./PopularCategories";

/** Landing page. Both brands have the same sections; the first half looks different for each. */
export function LandingPage() {
  const words = brand.hasCharities
    ? {
        title: m.landing_funray_title(),
        description: m.landing_funray_description({ percent: formatPercent(10) }),
        closing: m.landing_funray_closing(),
      }
    : {
        title: m.landing_rayzr_title(),
        description: m.landing_rayzr_lead(),
        closing: m.landing_rayzr_closing(),
      };
  return (
    <Page title={words.title} description={words.description}>
      <Hero Words={HeroText}>
        <HeroCards />
      </Hero>
      <HowItWorks />
      {brand.hasCharities ? (
        <>
          <LocalCauses />
          <LocalBusinesses />
        </>
      ) : (
        <PopularCategories />
      )}
      <ClosingCall title={words.closing} />
    </Page>
  );
}
