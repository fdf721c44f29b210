import { m } from "@/i18n";
import { formatPercent, formatPrice } from "@/lib/money";
import { paths } from "@/paths";
import { GiftCard } from "@/features/card/GiftCard";
import { PageHeading } from "@/shared/page/PageHeading";
import { buttonLook } from "@/ui/buttonLook";
import { LinkButton } from "@/ui/LinkButton";
import sky from "../art/sky.svg?url";
import street from "../art/street.svg?url";

const CORAL = 27;

/** Morning on the main street, or its dusk: the sun, the street, and the card everything is about. */
export function Hero() {
  return (
    <section className="hero street-hero">
      <div className="page grid grid-cols-1 items-center gap-x-12 gap-y-10 md:grid-cols-[1.15fr_1fr]">
        <div>
          <PageHeading className="hero-title">{m.landing_funray_headline()}</PageHeading>
          <p className="mt-6 max-w-[44ch] text-lg">{m.landing_funray_lead({ percent: formatPercent(10) })}</p>
          <div className="mt-8 flex flex-wrap items-center gap-3">
            <LinkButton to={paths.shopVendors()} variant="primary" size="large">
              {m.landing_shop_now()}
            </LinkButton>
            <a href="#how-it-works" className={buttonLook({ variant: "quiet", size: "large" })}>
              {m.landing_how()}
            </a>
          </div>
        </div>
        <figure className="relative mx-auto w-full max-w-110 md:max-lg:max-w-90">
          <div aria-hidden="true" className="street-hero-sun">
            <svg viewBox="0 0 600 600">
              <use href={`${sky}#halo`} />
            </svg>
            <div className="turning-rays">
              <svg viewBox="0 0 600 600">
                <use href={`${sky}#rays`} />
              </svg>
            </div>
          </div>
          <div className="street-hero-card -rotate-4">
            <GiftCard
              shop={{ name: m.landing_example_shop(), hue: CORAL }}
              amount={25}
              cause={{ name: m.landing_example_cause(), share: 2.5 }}
              isTilting
            />
          </div>
          <figcaption className="price-tag mt-6 ml-auto rotate-2">
            {m.landing_example_caption({ price: formatPrice(25), shop: m.landing_example_shop() })}
          </figcaption>
        </figure>
      </div>
      <Clouds />
      <svg viewBox="0 0 1600 420" aria-hidden="true" className="street-hero-street">
        <use href={`${street}#street`} />
      </svg>
    </section>
  );
}

const clouds = ["top-[3%] right-[5%] max-md:hidden", "top-[46%] -right-16 [animation-delay:-20s]"];

/** Clouds keep away from the words. */
function Clouds() {
  return (
    <div className="street-hero-sky" aria-hidden="true">
      {clouds.map((place) => (
        <div key={place} className={`street-hero-cloud ${place}`}>
          <svg viewBox="0 0 166 66">
            <use href={`${sky}#cloud`} />
          </svg>
        </div>
      ))}
    </div>
  );
}
