import type { HeroProps } from "@/brands/brand";
import { m } from "@/i18n";
import { formatPercent } from "@/lib/money";
import { paths } from "@/paths";
import { PageHeading } from "@/shared/page/PageHeading";
import { buttonClass } from "@/ui/form/buttonClass";
import { LinkButton } from "@/ui/form/LinkButton";
import sky from "../art/sky.svg?url";
import street from "../art/street.svg?url";

/** Hero with the main street, the sun and gift cards; at dusk in the dark theme. */
export function Hero({ Words, children }: HeroProps) {
  return (
    <section className="street-hero relative isolate overflow-clip">
      <div className="page grid grid-cols-1 items-center gap-x-12 gap-y-10 md:grid-cols-[1.15fr_1fr]">
        <div>
          <PageHeading className="text-hero">{m.landing_paper_headline()}</PageHeading>
          <Words>
            <p className="mt-6 max-w-[44ch] text-lg">
              {m.landing_paper_lead({ percent: formatPercent(10) })}
            </p>
          </Words>
          <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-3">
            <LinkButton to={paths.shopVendors()} variant="primary" size="large">
              {m.landing_shop_now()}
            </LinkButton>
            <a
              href="#how-it-works"
              className={buttonClass({ variant: "quiet", size: "large" }, "-mx-4 px-4")}
            >
              {m.landing_how()}
            </a>
          </div>
        </div>
        <div className="relative mx-auto w-full max-w-110 md:max-lg:max-w-90">
          <div
            aria-hidden="true"
            className="pointer-events-none absolute top-[43%] left-1/2 -z-1 aspect-square w-[124%] -translate-1/2 sm:w-[142%] [&_:is(div,svg)]:absolute [&_:is(div,svg)]:inset-0 [&_svg]:overflow-visible"
          >
            <svg viewBox="0 0 600 600">
              <use href={`${sky}#halo`} />
            </svg>
            <div className="turning-rays">
              <svg viewBox="0 0 600 600">
                <use href={`${sky}#rays`} />
              </svg>
            </div>
          </div>
          {children}
        </div>
      </div>
      <Clouds />
      <svg
        viewBox="0 0 1600 420"
        aria-hidden="true"
        className="absolute -bottom-px left-1/2 -z-1 aspect-[1600/420] h-(--street) -translate-x-1/2 overflow-visible"
      >
        <use href={`${street}#street`} />
      </svg>
    </section>
  );
}

const clouds = ["top-[3%] right-[5%] max-md:hidden", "top-[46%] -right-16"];

/** Clouds, placed away from the text. */
function Clouds() {
  return (
    <div className="absolute inset-0 -z-1" aria-hidden="true">
      {clouds.map((place) => (
        <div
          key={place}
          className={`absolute w-[clamp(120px,15vw,220px)] animate-[drift_40s_ease-in-out_infinite_alternate] [&>svg]:overflow-visible ${place}`}
        >
          <svg viewBox="0 0 166 66">
            <use href={`${sky}#cloud`} />
          </svg>
        </div>
      ))}
    </div>
  );
}
