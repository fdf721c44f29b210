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

/** Landing page. All brands have the same sections; the first half differs by style. */
export function LandingPage() {
  const words =
    brand.cardStyle === "paper"
      ? {
          title: m.landing_paper_title(),
          description: m.landing_paper_description({ percent: formatPercent(10) }),
          closing: m.landing_paper_closing(),
        }
      : {
          title: m.landing_night_title(),
          description: m.landing_night_lead(),
          closing: m.landing_night_closing(),
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
